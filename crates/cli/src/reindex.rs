//! `citelight reindex`: how documents are cut and searched, and cutting them anew.

use citelight_core::{ChunkMode, Chunking, DocumentRow, SearchSettings};
use citelight_engine::{EngineError, Library};

use crate::args::{CutBy, ReindexArgs};
use crate::print::Out;

pub(crate) fn reindex(library: &Library, args: &ReindexArgs, out: &Out) -> Result<(), EngineError> {
    let set = |place: &mut u32, value: Option<u32>| *place = value.unwrap_or(*place);
    let mut chunking = if args.defaults { Chunking::default() } else { library.chunking()? };
    match args.by {
        Some(CutBy::Structure) => chunking.mode = ChunkMode::Structure,
        Some(CutBy::Fixed) => chunking.mode = ChunkMode::Fixed,
        None => {}
    }
    set(&mut chunking.target_tokens, args.target);
    set(&mut chunking.min_tokens, args.min);
    set(&mut chunking.max_tokens, args.max);
    set(&mut chunking.overlap_sentences, args.overlap);
    chunking.search_noise = args.search_noise.unwrap_or(chunking.search_noise);

    let mut search = match args.defaults {
        true => SearchSettings::default(),
        false => library.search_state()?.settings,
    };
    search.index = args.index.map_or(search.index, Into::into);
    set(&mut search.ef_search, args.ef_search);
    set(&mut search.nprobe, args.nprobe);

    let named: Vec<DocumentRow> =
        args.documents.iter().map(|name| library.find_document(name)).collect::<Result<_, _>>()?;
    library.choose_chunking(chunking)?;
    library.choose_search_settings(search)?;
    for row in &named {
        library.queue_refresh(&row.id)?;
    }
    while let Some(done) = library.import_next()? {
        out.reindexed(&done);
    }
    library.save_index()
}
