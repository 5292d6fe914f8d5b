//! Restricting a search to some chunks.

use citelight_core::ChunkId;

/// Which chunks a search may find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Bit `id` tells whether the chunk may be found; `None` lets all through.
    bits: Option<Vec<u8>>,
}

impl Filter {
    /// Every chunk.
    pub fn all() -> Filter {
        Filter { bits: None }
    }

    /// The chunks within half-open ranges of ids.
    pub fn ranges(ranges: &[(ChunkId, ChunkId)]) -> Filter {
        let bound = |id: ChunkId| usize::try_from(id.0).unwrap_or(0);
        let end = ranges.iter().map(|(_, end)| bound(*end)).max().unwrap_or(0);
        let mut bits = vec![0_u8; end.div_ceil(8).max(1)];
        for (first, end) in ranges {
            for id in bound(*first)..bound(*end) {
                bits[id / 8] |= 1 << (id % 8);
            }
        }
        Filter { bits: Some(bits) }
    }

    /// Whether the chunk may be found.
    pub fn allows(&self, id: ChunkId) -> bool {
        let Some(bits) = &self.bits else { return true };
        usize::try_from(id.0)
            .is_ok_and(|id| bits.get(id / 8).is_some_and(|byte| byte >> (id % 8) & 1 == 1))
    }

    /// Whether every chunk may be found.
    pub(crate) fn is_all(&self) -> bool {
        self.bits.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_half_open_and_may_overlap() {
        let range = |a, b| (ChunkId(a), ChunkId(b));
        let filter = Filter::ranges(&[range(3, 9), range(7, 17), range(20, 20)]);
        let allowed: Vec<i64> = (-2..30).filter(|&id| filter.allows(ChunkId(id))).collect();
        assert_eq!(allowed, (3..17).collect::<Vec<_>>());
        assert!(Filter::all().allows(ChunkId(1 << 40)));
        assert!(!Filter::ranges(&[]).allows(ChunkId(0)));
    }
}
