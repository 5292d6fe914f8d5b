//! Owns a model of many small decision trees, whose sum is a log-odds.

/// A node: asks whether a measurement is below a bound, or ends with what it adds to the sum.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Node {
    /// Below the bound the next node follows, else that of this place.
    Below {
        measure: usize,
        bound: f32,
        other: usize,
    },
    End(f32),
}

/// Trees that were learned.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Trees {
    start: f32,
    trees: Vec<Vec<Node>>,
}

impl Trees {
    /// Reads what `training/forms.py` writes: `start` with a number, then a tree a line, its nodes parted by
    /// blanks: `3<0.5@7` or `=-0.02`; lines that begin with `#` say what it is. `None` where it is damaged.
    pub(super) fn parse(text: &str, measures: usize) -> Option<Trees> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let start = lines.next()?.strip_prefix("start ")?.parse().ok()?;
        let tree = |line: &str| -> Option<Vec<Node>> {
            let nodes = line.split_whitespace().map(node).collect::<Option<Vec<Node>>>()?;
            let whole = nodes.iter().enumerate().all(|(at, node)| match node {
                Node::End(_) => true,
                // Forward only, so that every walk ends.
                Node::Below { measure, other, .. } => {
                    *measure < measures && *other > at + 1 && *other < nodes.len()
                }
            });
            (whole && matches!(nodes.last(), Some(Node::End(_)))).then_some(nodes)
        };
        Some(Trees { start, trees: lines.map(tree).collect::<Option<Vec<_>>>()? })
    }

    /// The log-odds of such measurements.
    pub(super) fn sum(&self, measures: &[f32]) -> f32 {
        let ends = self.trees.iter().map(|nodes| {
            let mut at = 0;
            loop {
                match nodes[at] {
                    Node::End(value) => break value,
                    Node::Below { measure, bound, .. } if measures[measure] <= bound => at += 1,
                    Node::Below { other, .. } => at = other,
                }
            }
        });
        self.start + ends.sum::<f32>()
    }
}

fn node(text: &str) -> Option<Node> {
    if let Some(value) = text.strip_prefix('=') {
        return value.parse().ok().map(Node::End);
    }
    let (measure, rest) = text.split_once('<')?;
    let (bound, other) = rest.split_once('@')?;
    Some(Node::Below {
        measure: measure.parse().ok()?,
        bound: bound.parse().ok()?,
        other: other.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::Trees;

    #[test]
    fn trees_are_walked_and_added_up() {
        let trees =
            Trees::parse("# what it is\nstart -1\n0<0.5@2 =1 =2\n1<3@2 =4 =8\n", 2).unwrap();
        assert_eq!(trees.sum(&[0.0, 9.0]), -1.0 + 1.0 + 8.0);
        assert_eq!(trees.sum(&[1.0, 3.0]), -1.0 + 2.0 + 4.0);
    }

    #[test]
    fn damaged_trees_are_refused() {
        for text in [
            "",
            "start x",
            "start 0\n0<0.5@1 =1 =2",
            "start 0\n5<0.5@2 =1 =2",
            "start 0\n0<1@9 =1 =2",
        ] {
            assert_eq!(Trees::parse(text, 2), None, "{text}");
        }
    }
}
