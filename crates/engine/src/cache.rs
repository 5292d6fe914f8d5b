//! A cache of what was used lately, in two halves.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// What was looked at lately, by weight. When the young half is full the old one goes.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    young: HashMap<K, (Arc<V>, usize)>,
    old: HashMap<K, (Arc<V>, usize)>,
    weight: usize,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Cache { young: HashMap::new(), old: HashMap::new(), weight: 0 }
    }
}

impl<K: Eq + Hash, V> Cache<K, V> {
    pub(crate) fn get<Q>(&mut self, key: &Q, room: usize) -> Option<Arc<V>>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        if let Some((value, _)) = self.young.get(key) {
            return Some(Arc::clone(value));
        }
        let (key, (value, weight)) = self.old.remove_entry(key)?;
        self.put(key, Arc::clone(&value), weight, room);
        Some(value)
    }

    pub(crate) fn put(&mut self, key: K, value: Arc<V>, weight: usize, room: usize) {
        if self.weight + weight > room {
            self.old = std::mem::take(&mut self.young);
            self.weight = 0;
        }
        self.weight += weight;
        self.young.insert(key, (value, weight));
    }
}
