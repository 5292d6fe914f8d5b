#!/usr/bin/env python3
"""The words of PDFs as PyMuPDF reads them: truth for `citelight-eval`, peer of the benches.

  peer_words.py [--pages N] FILE... > truth.jsonl     words of the first N pages (0: all)
  peer_words.py --time FILE...                        times get_text("words") on one core

A line of truth is one page:
  {"file", "page", "width", "height", "blocks": [[{"t", "x0", "y0", "x1", "y1"}, ...], ...],
   "columns": [block, ...], "two_columns": bool}

Boxes are points of the displayed page: top-left origin, rotation applied. `blocks` come in
PyMuPDF's own order, which is the content stream's; `columns` is the same blocks sorted for
reading, see `column_order`. PyMuPDF's own sort=True sorts blocks by their lower edge and left edge
alone, so that the paragraphs of two columns alternate: that is no reading order.
"""

import argparse
import json
import os
import sys
import time

import pymupdf

# A block that reaches this far over the page's middle, in points, lies in no column.
ACROSS = 12.0
# Words of a block that counts as running text.
PROSE = 25
# Points for which two blocks must stand side by side for a page to count as two columns.
BESIDE = 60.0


def words_of(page):
    """Blocks of words, in PyMuPDF's order, boxes as displayed."""
    blocks, last = [], None
    for x0, y0, x1, y1, text, block, _line, _word in page.get_text("words", sort=False):
        if block != last:
            blocks.append([])
            last = block
        rect = pymupdf.Rect(x0, y0, x1, y1)
        if page.rotation:
            rect = rect * page.rotation_matrix
        x0, y0, x1, y1 = (round(v, 3) for v in rect)
        blocks[-1].append({"t": text, "x0": x0, "y0": y0, "x1": x1, "y1": y1})
    return blocks


def bounds(block):
    return (
        min(w["x0"] for w in block),
        min(w["y0"] for w in block),
        max(w["x1"] for w in block),
        max(w["y1"] for w in block),
    )


def side(box, middle):
    """0 left of the middle, 1 right of it, None across it."""
    x0, _, x1, _ = box
    if x1 <= middle + ACROSS:
        return 0
    if x0 >= middle - ACROSS:
        return 1
    return None


def column_order(boxes, middle):
    """Blocks sorted for reading: those across the middle part the page into bands, top down; within
    a band the left ones from top to bottom, then the right ones."""
    order, band = [], []

    def flush():
        order.extend(sorted(band, key=lambda i: (side(boxes[i], middle), boxes[i][1], boxes[i][0])))
        band.clear()

    for i in sorted(range(len(boxes)), key=lambda i: (boxes[i][1], boxes[i][0])):
        if side(boxes[i], middle) is None:
            flush()
            order.append(i)
        else:
            band.append(i)
    flush()
    return order


def is_two_columns(blocks, boxes, middle):
    """Whether running text stands left and right of the middle at the same height."""
    text = [box for block, box in zip(blocks, boxes) if len(block) >= PROSE]
    left = [b for b in text if side(b, middle) == 0]
    right = [b for b in text if side(b, middle) == 1]
    return any(min(a[3], b[3]) - max(a[1], b[1]) > BESIDE for a in left for b in right)


def write_truth(files, most):
    for file in files:
        with pymupdf.open(file) as document:
            for number in range(min(len(document), most or len(document))):
                page = document[number]
                blocks = words_of(page)
                boxes = [bounds(block) for block in blocks]
                middle = page.rect.width / 2
                row = {
                    "file": os.path.abspath(file),
                    "page": number + 1,
                    "width": round(page.rect.width, 3),
                    "height": round(page.rect.height, 3),
                    "blocks": blocks,
                    "columns": column_order(boxes, middle),
                    "two_columns": is_two_columns(blocks, boxes, middle),
                }
                print(json.dumps(row, ensure_ascii=False, separators=(",", ":")))


def write_time(files):
    pages = words = 0
    start, cpu = time.perf_counter(), time.process_time()
    for file in files:
        with pymupdf.open(file) as document:
            for page in document:
                words += len(page.get_text("words"))
                pages += 1
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    print(json.dumps({"pages": pages, "words": words, "seconds": seconds, "cpu_seconds": cpu}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=0, help="first pages of every file; 0: all")
    parser.add_argument("--time", action="store_true", help="time the reading, write no truth")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    pymupdf.TOOLS.mupdf_display_errors(False)
    sys.stdout.reconfigure(encoding="utf-8")
    if args.time:
        write_time(args.files)
    else:
        write_truth(args.files, args.pages)


if __name__ == "__main__":
    main()
