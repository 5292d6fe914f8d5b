//! One Rust file as tokens: the names that stand in it, what it defines, and what it mentions.
//!
//! Owns: reading. Comments and strings are no tokens, and what is compiled for tests alone is left out
//! of a [`Module`]. Refuses: types; a path is read as it is written.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};

/// What begins an item that ends with its braces.
const ITEMS: [&str; 11] = [
    "async",
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "macro_rules",
    "mod",
    "struct",
    "trait",
    "unsafe",
];

/// Reads a file's tokens.
pub(crate) fn tokens(text: &str) -> Result<TokenStream, String> {
    text.parse().map_err(|error| format!("cannot be read as Rust: {error}"))
}

/// An identifier where it stands, and the one right before it: `struct`, `fn`, `mod`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) word: String,
    pub(crate) before: Option<String>,
    pub(crate) line: usize,
}

/// Every identifier of a file, tests and keywords included.
pub(crate) fn names(tokens: TokenStream) -> Vec<Name> {
    let (mut names, mut before) = (Vec::new(), None);
    for token in tokens {
        let word = match token {
            TokenTree::Ident(ident) => {
                let word = plain(&ident);
                let line = ident.span().start().line;
                names.push(Name { word: word.clone(), before, line });
                Some(word)
            }
            TokenTree::Group(group) => {
                names.extend(self::names(group.stream()));
                None
            }
            _ => None,
        };
        before = word;
    }
    names
}

/// A path as it is written: `super::pool::Hit`.
pub(crate) type Path = Vec<String>;

/// One name of a `use` declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) path: Path,
    /// What it is called here; nothing when it brings in all that the path holds.
    pub(crate) name: Option<String>,
    /// Whether other modules may name it from here (`pub use`).
    pub(crate) public: bool,
    pub(crate) line: usize,
}

/// A module: a file's outermost one, or one in braces.
#[derive(Debug, Default)]
pub(crate) struct Module {
    /// Modules in files of their own (`mod a;`).
    pub(crate) files: Vec<String>,
    /// Modules in braces.
    pub(crate) inline: BTreeMap<String, Module>,
    /// Names that it defines.
    pub(crate) items: BTreeSet<String>,
    /// Its `use` declarations, those inside functions too.
    pub(crate) uses: Vec<Use>,
    /// Paths and single names in its code, each with its first line.
    pub(crate) mentions: BTreeMap<Path, usize>,
    /// The types that have methods of their own here (`impl A`).
    pub(crate) impls: Vec<Path>,
}

impl Module {
    /// Reads the tokens of a file.
    pub(crate) fn read(tokens: TokenStream) -> Self {
        let mut module = Self::default();
        module.scan(tokens, true);
        module
    }

    /// Reads tokens. `outermost`: they are the module's own, not those of a body or a parenthesis.
    fn scan(&mut self, tokens: TokenStream, outermost: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at = match &tokens[at] {
                TokenTree::Punct(punct) if punct.as_char() == '#' => after_attribute(&tokens, at),
                TokenTree::Group(group) => {
                    self.scan(group.stream(), false);
                    at + 1
                }
                TokenTree::Ident(_) => self.word(&tokens, at, outermost),
                _ => at + 1,
            };
        }
    }

    /// Reads what begins with an identifier; returns where to go on.
    fn word(&mut self, tokens: &[TokenTree], at: usize, outermost: bool) -> usize {
        let (word, line) = ident(tokens, at).unwrap_or_default();
        let after = |mark: char| at > 0 && is_punct(tokens, at - 1, mark);
        // A lifetime, and what a pointer points to, only look like keywords.
        if after('\'') || after('*') && word == "const" {
            return at + 1;
        }
        let next = ident(tokens, at + 1).map(|(name, _)| name);
        match (word.as_str(), next) {
            // `use<'a>` in a type captures lifetimes.
            ("use", _) if !is_punct(tokens, at + 1, '<') => {
                let end = (at..tokens.len()).find(|&at| is_punct(tokens, at, ';'));
                let end = end.unwrap_or(tokens.len());
                let public = is_public(&tokens[..at]);
                self.use_tree(&tokens[at + 1..end], &[], public);
                return end;
            }
            ("mod", Some(name)) => {
                match tokens.get(at + 2) {
                    Some(TokenTree::Group(body)) => {
                        self.inline.insert(name, Self::read(body.stream()));
                        return at + 3;
                    }
                    _ => self.files.push(name),
                }
                return at + 2;
            }
            (
                "struct" | "enum" | "union" | "trait" | "type" | "fn" | "const" | "static",
                Some(name),
            ) => {
                if outermost {
                    self.items.insert(name.clone());
                }
                // `const fn`, `static mut`: the name is still to come.
                return if matches!(name.as_str(), "fn" | "mut" | "unsafe") {
                    at + 1
                } else {
                    at + 2
                };
            }
            ("macro_rules", None) if is_punct(tokens, at + 1, '!') => {
                self.items.extend(ident(tokens, at + 2).map(|(name, _)| name));
                return at + 3;
            }
            ("impl", _) if outermost && begins_item(tokens, at) => {
                self.impls.extend(own_methods_of(&tokens[at + 1..]));
                return at + 1;
            }
            _ => {}
        }
        let (path, end) = path(tokens, at);
        // `..a` begins a path; `.a` is a field or a method of something.
        let member = after('.') && !(at > 1 && is_punct(tokens, at - 2, '.'));
        // `a: 1` and `a: u8` name a field or a binding.
        let binding = path.len() == 1 && is_punct(tokens, end, ':');
        if !member && !binding {
            self.mentions.entry(path).or_insert(line);
        }
        end
    }

    fn use_tree(&mut self, tokens: &[TokenTree], prefix: &[String], public: bool) {
        let mut path = prefix.to_vec();
        let (mut alias, mut all, mut line) = (None, false, 0);
        for at in 0..tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => {
                    let parts: Vec<TokenTree> = group.stream().into_iter().collect();
                    for part in parts
                        .split(|token| matches!(token, TokenTree::Punct(p) if p.as_char() == ','))
                    {
                        self.use_tree(part, &path, public);
                    }
                    return;
                }
                TokenTree::Ident(word) if *word == "as" => {
                    alias = ident(tokens, at + 1).map(|(name, _)| name);
                    break;
                }
                TokenTree::Ident(word) => {
                    line = word.span().start().line;
                    path.push(plain(word));
                }
                TokenTree::Punct(punct) if punct.as_char() == '*' => {
                    line = punct.span().start().line;
                    all = true;
                }
                _ => {}
            }
        }
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if line > 0 {
            let name = if all { None } else { alias.or_else(|| path.last().cloned()) };
            self.uses.push(Use { path, name, public, line });
        }
    }
}

/// The path that begins at `at`, and where it ends. Generic arguments end it.
fn path(tokens: &[TokenTree], mut at: usize) -> (Path, usize) {
    let mut path = Path::new();
    while let Some((word, _)) = ident(tokens, at) {
        path.push(word);
        at += 1;
        if is_colons(tokens, at) && ident(tokens, at + 2).is_some() {
            at += 2;
        } else {
            break;
        }
    }
    // `a::<T>` is no binding of `a`.
    (path, if is_colons(tokens, at) { at + 2 } else { at })
}

/// The type of `impl … {`, read from behind the `impl`; nothing when a trait is implemented.
fn own_methods_of(tokens: &[TokenTree]) -> Option<Path> {
    let mut at = 0;
    if is_punct(tokens, 0, '<') {
        let mut depth = 0;
        loop {
            match tokens.get(at)? {
                TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
                TokenTree::Punct(punct) if punct.as_char() == '>' && !is_arrow(tokens, at) => {
                    depth -= 1
                }
                _ => {}
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
    }
    let header = tokens[at..].iter().position(is_braces)?;
    let header = &tokens[at..at + header];
    // `for<'a>` is a part of a bound.
    let of_trait = (0..header.len()).any(|at| {
        ident(header, at).is_some_and(|(word, _)| word == "for") && !is_punct(header, at + 1, '<')
    });
    let (path, _) = path(header, 0);
    (!of_trait && !path.is_empty()).then_some(path)
}

/// Where to go on after the attribute at `at`: behind all that it is for, where that is for tests only.
fn after_attribute(tokens: &[TokenTree], at: usize) -> usize {
    let inner = is_punct(tokens, at + 1, '!');
    let body = if inner { at + 2 } else { at + 1 };
    match tokens.get(body) {
        Some(TokenTree::Group(group)) if is_for_tests(group) => {
            if inner {
                tokens.len()
            } else {
                end_of_item(tokens, body + 1)
            }
        }
        Some(TokenTree::Group(_)) => body + 1,
        _ => at + 1,
    }
}

/// `[cfg(test)]`, `[cfg(all(test, …))]`.
fn is_for_tests(attribute: &Group) -> bool {
    let words = names(attribute.stream());
    let has = |word: &str| words.iter().any(|name| name.word == word);
    words.first().is_some_and(|name| name.word == "cfg") && has("test") && !has("not")
}

/// Where the item, statement, field or arm that begins at `at` ends.
fn end_of_item(tokens: &[TokenTree], mut at: usize) -> usize {
    while is_punct(tokens, at, '#') {
        at += 2;
    }
    if ident(tokens, at).is_some_and(|(word, _)| word == "pub") {
        at += 1;
        at += usize::from(matches!(tokens.get(at), Some(TokenTree::Group(_))));
    }
    let mut words = (at..tokens.len()).map_while(|at| ident(tokens, at)).map(|(word, _)| word);
    let first = words.next().unwrap_or_default();
    let by_semicolon = match first.as_str() {
        "use" | "static" | "type" | "let" => true,
        "const" => !words.any(|word| word == "fn"),
        _ => false,
    };
    let by_comma = !by_semicolon && !ITEMS.contains(&first.as_str());
    while at < tokens.len() {
        let ends = is_punct(tokens, at, ';')
            || by_comma && is_punct(tokens, at, ',')
            || !by_semicolon && is_braces(&tokens[at]);
        at += 1;
        if ends {
            break;
        }
    }
    at
}

/// Whether the item whose keyword follows these tokens is `pub`, also `pub(crate)`.
fn is_public(before: &[TokenTree]) -> bool {
    let last = match before.last() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            before.len().checked_sub(2)
        }
        _ => before.len().checked_sub(1),
    };
    last.and_then(|at| ident(before, at)).is_some_and(|(word, _)| word == "pub")
}

/// Whether an `impl` here is an item and not a part of a type (`-> impl Iterator`).
fn begins_item(tokens: &[TokenTree], at: usize) -> bool {
    match at.checked_sub(1).map(|before| &tokens[before]) {
        None | Some(TokenTree::Group(_)) => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == ';',
        Some(TokenTree::Ident(word)) => *word == "unsafe",
        Some(TokenTree::Literal(_)) => false,
    }
}

fn ident(tokens: &[TokenTree], at: usize) -> Option<(String, usize)> {
    match tokens.get(at)? {
        TokenTree::Ident(word) => Some((plain(word), word.span().start().line)),
        _ => None,
    }
}

/// An identifier without the mark that tells it from a keyword.
fn plain(word: &Ident) -> String {
    let word = word.to_string();
    word.strip_prefix("r#").map_or(word.clone(), str::to_owned)
}

fn is_punct(tokens: &[TokenTree], at: usize, mark: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

fn is_colons(tokens: &[TokenTree], at: usize) -> bool {
    is_joint(tokens, at, ':') && is_punct(tokens, at + 1, ':')
}

/// Whether the `>` at `at` is the head of `->`.
fn is_arrow(tokens: &[TokenTree], at: usize) -> bool {
    at > 0 && is_joint(tokens, at - 1, '-')
}

fn is_joint(tokens: &[TokenTree], at: usize, mark: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct))
        if punct.as_char() == mark && punct.spacing() == Spacing::Joint)
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}
