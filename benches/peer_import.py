"""The usual Python stack on one PDF, for comparison with `citelight add`.

python benches/peer_import.py FILE.pdf MODEL_DIR [THREADS]: the text of every page by PyMuPDF, pieces of 1,000
characters that overlap by 200, their vectors by sentence-transformers in batches of 32, a flat FAISS index written
to a file. Prints seconds, seconds of the processor, the most memory held in MiB, and the number of pieces; what
loading the libraries takes is counted, as it is for a program that is started to add a file.
"""

import resource
import sys
import tempfile
import time

SIZE, OVERLAP = 1000, 200


def pieces(text: str) -> list[str]:
    """Stretches of at most SIZE characters that end between words where they can."""
    found, start = [], 0
    while start < len(text):
        end = min(start + SIZE, len(text))
        if end < len(text):
            end = max(text.rfind(" ", start, end), start + SIZE // 2)
        found.append(text[start:end])
        if end == len(text):
            break
        start = end - OVERLAP
    return found


def main() -> None:
    began = time.perf_counter()
    import faiss
    import pymupdf
    import torch
    from sentence_transformers import SentenceTransformer

    if len(sys.argv) > 3:
        torch.set_num_threads(int(sys.argv[3]))
    with pymupdf.open(sys.argv[1]) as document:
        pages = [page.get_text() for page in document]
    texts = [piece for page in pages for piece in pieces(page) if piece.strip()]
    model = SentenceTransformer(sys.argv[2], device="cpu")
    vectors = model.encode(texts, batch_size=32, normalize_embeddings=True, show_progress_bar=False)
    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    with tempfile.NamedTemporaryFile(suffix=".faiss") as file:
        faiss.write_index(index, file.name)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"{len(pages)} pages, {len(texts)} pieces: {time.perf_counter() - began:.1f} s, "
        f"{used.ru_utime + used.ru_stime:.1f} s of the processor, {used.ru_maxrss / 1024:.0f} MiB"
    )


if __name__ == "__main__":
    main()
