"""Sets the texts of this folder as PDFs: `python make.py OUT`. Needs the package reportlab.

A text's first line is its title. Then: "# " begins a heading, "|" a row of a table, a line of "\\f" a new page;
empty lines part paragraphs. Fonts, sizes and paper differ by name, so that the files do not look alike.
"""

import sys
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

FONTS = [("Times-Roman", "Times-Bold"), ("Helvetica", "Helvetica-Bold")]
SIZES = [10, 10.5, 11]
PAPERS = [A4, LETTER]
# Points left and right of the text.
MARGIN = 72


def table(rows: list[list[str]], width: float, plain: ParagraphStyle, bold: ParagraphStyle) -> Table:
    """Rows as a ruled table; the first one holds the headings. `width` in points."""
    columns = max(len(row) for row in rows)
    longest = [max(len(row[at]) if at < len(row) else 0 for row in rows) + 6 for at in range(columns)]
    longest = [min(length, 60) for length in longest]
    words = [
        [Paragraph(escape(cell), plain if number else bold) for cell in row]
        for number, row in enumerate(rows)
    ]
    widths = [width * length / sum(longest) for length in longest]
    made = Table(words, colWidths=widths, repeatRows=1, hAlign="LEFT")
    made.setStyle(
        TableStyle(
            [
                ("GRID", (0, 0), (-1, -1), 0.5, colors.black),
                ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ]
        )
    )
    return made


def build(source: Path, out: Path) -> None:
    look = sum(map(ord, source.stem))
    regular, bold = FONTS[look % 2]
    size, paper = SIZES[look % 3], PAPERS[look // 2 % 2]
    text = ParagraphStyle(
        "text", fontName=regular, fontSize=size, leading=1.35 * size, spaceAfter=0.6 * size, alignment=4 * (look % 2)
    )
    heading = ParagraphStyle(
        "heading", fontName=bold, fontSize=size + 1, leading=1.3 * (size + 1), spaceBefore=0.7 * size,
        spaceAfter=0.4 * size, keepWithNext=1,
    )
    titled = ParagraphStyle(
        "title", fontName=bold, fontSize=size + 5, leading=1.25 * (size + 5), spaceAfter=1.2 * size,
        alignment=1 - look % 2,
    )
    cell = ParagraphStyle("cell", fontName=regular, fontSize=size - 1, leading=1.15 * size)
    head = ParagraphStyle("head", parent=cell, fontName=bold)
    title, *lines = source.read_text(encoding="utf-8").split("\n")
    story = [Paragraph(escape(title.strip()), titled)]
    words: list[str] = []
    rows: list[list[str]] = []

    def close() -> None:
        if words:
            story.append(Paragraph(escape(" ".join(words)), text))
            words.clear()
        if rows:
            story.extend([table(rows, paper[0] - 2 * MARGIN, cell, head), Spacer(1, size)])
            rows.clear()

    for line in lines:
        said = line.strip()
        if said == "\\f" or line == "\f":
            close()
            story.append(PageBreak())
        elif not said:
            close()
        elif said.startswith("# "):
            close()
            story.append(Paragraph(escape(said[2:]), heading))
        elif said.startswith("|"):
            if words:
                close()
            rows.append([one.strip() for one in said.strip("|").split("|")])
        else:
            if rows:
                close()
            words.append(said)
    close()

    def foot(canvas, document) -> None:
        canvas.setFont(regular, 8)
        canvas.drawCentredString(paper[0] / 2, 36, f"Page {document.page}")

    SimpleDocTemplate(
        str(out), pagesize=paper, leftMargin=MARGIN, rightMargin=MARGIN, topMargin=68, bottomMargin=64,
        title=title.strip(),
    ).build(story, onFirstPage=foot, onLaterPages=foot)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: make.py OUT")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted(Path(__file__).parent.glob("*.txt")):
        build(source, folder / f"{source.stem}.pdf")


if __name__ == "__main__":
    main()
