#!/bin/sh
# After Citelight was removed. What people put into it is theirs: it stays, unless it is purged and the
# person at the terminal says so. Debian says what happened in words, rpm in the number of packages left.
set -e

libraries() {
    getent passwd | cut -d: -f6 | sort -u | while read -r home; do
        folder="$home/.local/share/citelight"
        # Nobody's link leads an administrator to other folders.
        if [ -d "$folder" ] && [ "$(readlink -f "$folder")" = "$folder" ]; then
            echo "$folder"
        fi
    done
}

asked=no
if [ -t 0 ] && [ "$DEBIAN_FRONTEND" != noninteractive ]; then
    asked=yes
fi

case "$1" in
remove | 0)
    # rpm knows of the files alone and leaves their folders.
    if [ "$1" = 0 ] && [ -d /usr/lib/Citelight ]; then
        find /usr/lib/Citelight -depth -type d -empty -delete
    fi
    libraries | while read -r folder; do
        echo "Citelight: the library in $folder is kept. Delete that folder if nobody needs it."
    done
    # Newer versions of rpm hide people's folders from this script.
    if [ "$1" = 0 ] && [ -z "$(libraries)" ]; then
        echo "Citelight: libraries are kept, in .local/share/citelight of the home of whoever made one."
    fi
    ;;
purge)
    libraries | while read -r folder; do
        answer=n
        if [ $asked = yes ]; then
            size=$(du -sh "$folder" | cut -f1)
            printf 'Delete the Citelight library in %s (%s), with its documents and answers? [y/N] ' \
                "$folder" "$size"
            read -r answer </dev/tty || answer=n
        fi
        case "$answer" in
        y | Y | yes) rm -rf -- "$folder" ;;
        *) echo "Citelight: the library in $folder is kept." ;;
        esac
    done
    ;;
esac
exit 0
