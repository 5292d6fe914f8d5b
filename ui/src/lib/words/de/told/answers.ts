// What answers say besides the words of documents, and why a question cannot be asked.
import type { Form } from '../../told';

/** "it is searched" of one document, "they are searched" of several. */
const searched = (who: string, it: string) =>
  `${who} noch vorbereitet: Vorerst ${it === 'it is' ? 'wird' : 'werden'} nach den Wörtern der Frage gesucht, noch nicht nach ihrer Bedeutung. Fragen Sie gleich noch einmal, um mehr zu finden.`;

export const answers: Record<string, Form> = {
  // Nothing, or not all.
  'I found nothing in {} that {}.': 'Ich habe in {1} nichts gefunden, {2}.',
  '{}: I found nothing that says it.': '{1}: Dazu habe ich nichts gefunden.',
  'The form leaves “{}” blank.': 'Im Formular ist „{1}“ leer.',
  'Not calculated: {}. Looked at the tables of {}.':
    'Nicht berechnet: {1}. Durchgesehen wurden die Tabellen in {2}.',
  '{} still being prepared: for now {} searched by the words of the question, not yet by its meaning. Ask again in a moment for more.':
    searched,
  'Something else fits the question nearly as well: please check this answer on its page.':
    'Etwas anderes passt fast ebenso gut zur Frage: Bitte prüfen Sie diese Antwort auf ihrer Seite.',
  'From a scan, words of low confidence: {}. Please compare with the page.':
    'Aus einem Scan, unsicher erkannte Wörter: {1}. Bitte mit der Seite vergleichen.',
  'From a page that may not be read whole: {}; {}.':
    'Von einer Seite, die vielleicht nicht ganz gelesen ist: {1}; {2}.',
  'I looked at the {} nearest to the question, on {} of {}. There are {} in all.':
    'Durchgesehen habe ich {1}, die der Frage am nächsten stehen, auf {2} in {3}. Insgesamt sind es {4}.',
  'Nothing that was found names “{}”: the figure is of {}.':
    'Nichts von dem, was gefunden wurde, nennt „{1}“: Die Zahl stammt aus {2}.',
  'The list has {} items; the first {} are shown.':
    'Die Liste hat {1} Einträge; gezeigt werden die ersten {2}.',
  'This is a sentence of that part, not a summary written anew.':
    'Das ist ein Satz aus diesem Teil, keine neu geschriebene Zusammenfassung.',
  'These are {} sentences of that part, in their order, not a summary written anew.':
    'Das sind {1} Sätze aus diesem Teil in ihrer Reihenfolge, keine neu geschriebene Zusammenfassung.',
  'What {} says was changed by {}.': 'Was in {1} steht, wurde durch {2} geändert.',
  'The language model’s answer could not be confirmed from the documents and is left out; these are their own words.':
    'Die Antwort des Sprachmodells ließ sich aus den Dokumenten nicht bestätigen und ist weggelassen; das hier sind deren eigene Worte.',

  // What is said before and between quotes.
  'Both the same: {}': 'Beide gleich: {1}',
  'All the same: {}': 'Alle gleich: {1}',
  '{}: {}, more than {}, by {} ({})': '{1}: {2}, mehr als {3}, um {4} ({5})',
  '{}: {}, more than {}, by {}': '{1}: {2}, mehr als {3}, um {4}',
  '{}: {}, more than {}': '{1}: {2}, mehr als {3}',
  '{}: {}, less than {}, by {} ({})': '{1}: {2}, weniger als {3}, um {4} ({5})',
  '{}: {}, less than {}, by {}': '{1}: {2}, weniger als {3}, um {4}',
  '{}: {}, less than {}': '{1}: {2}, weniger als {3}',
  '{} in {}, up from {} in {}': '{1} in {2}, gestiegen von {3} in {4}',
  '{} in {}, down from {} in {}': '{1} in {2}, gesunken von {3} in {4}',
  '{} in {}, the same as {} in {}': '{1} in {2}, gleich wie {3} in {4}',
  'From 1 on, what is due within a year is covered by what turns into money within a year.':
    'Ab 1 ist gedeckt, was binnen eines Jahres fällig wird, durch das, was binnen eines Jahres zu Geld wird.',
  'From 1 on, what is due within a year is covered without selling inventories.':
    'Ab 1 ist gedeckt, was binnen eines Jahres fällig wird, ohne dass Vorräte verkauft werden.',

  // The most or the least of several things.
  '{}{} percentage points': '{1}{2} Prozentpunkte',
  'Compared, the highest change of {} first: “{}” with “{}”. Totals and what is left over are not among them.':
    'Verglichen wurden {1} Veränderungen, die höchste zuerst: „{2}“ mit „{3}“. Summen und Restposten sind nicht darunter.',
  'Compared, the lowest change of {} first: “{}” with “{}”. Totals and what is left over are not among them.':
    'Verglichen wurden {1} Veränderungen, die niedrigste zuerst: „{2}“ mit „{3}“. Summen und Restposten sind nicht darunter.',
  'Compared, the highest of {} first: “{}”. Totals and what is left over are not among them.':
    'Verglichen wurden {1} Werte, der höchste zuerst: „{2}“. Summen und Restposten sind nicht darunter.',
  'Compared, the lowest of {} first: “{}”. Totals and what is left over are not among them.':
    'Verglichen wurden {1} Werte, der niedrigste zuerst: „{2}“. Summen und Restposten sind nicht darunter.',
  'By the amount, it is “{}”.': 'Nach dem Betrag ist es „{1}“.',

  // Series of figures.
  'Not every period is in the documents: no change is given over a gap.':
    'Nicht jeder Zeitraum steht in den Dokumenten: Über eine Lücke hinweg wird keine Veränderung angegeben.',
  'Values of lines that are called otherwise are left out: {}.':
    'Werte von Zeilen, die anders heißen, sind weggelassen: {1}.',
  'Others have figures of their own, which are left out: {}. Name one to see its series.':
    'Andere Unternehmen haben eigene Zahlen, die weggelassen sind: {1}. Nennen Sie eines, um dessen Reihe zu sehen.',
  '{} values that do not count {} are left out.': (values, unit) =>
    values === '1'
      ? `Ein Wert, der nicht in ${unit} zählt, ist weggelassen.`
      : `${values} Werte, die nicht in ${unit} zählen, sind weggelassen.`,

  // How a question was understood.
  'As before ({})': 'Wie zuvor ({1})',
  '“{}” read as “{}”': '„{1}“ als „{2}“ gelesen',

  // Questions that cannot be asked.
  'The question is empty.': 'Die Frage ist leer.',
  'Type what you want to know.': 'Schreiben Sie, was Sie wissen möchten.',
  'The question is too long: {} characters.': 'Die Frage ist zu lang: {1} Zeichen.',
  'Ask in at most {} characters; one question at a time.':
    'Fragen Sie in höchstens {1} Zeichen, eine Frage auf einmal.',
  '“{}” holds no words.': '„{1}“ enthält keine Wörter.',
  'Ask in plain words.': 'Fragen Sie in einfachen Worten.',
  'Nothing in the documents fits the chosen filters.':
    'Nichts in den Dokumenten passt zu den gewählten Filtern.',
  'Choose other kinds of passages or sections, or none.':
    'Wählen Sie andere Arten von Passagen oder Abschnitten, oder keine.',
  'No section of the documents that are asked is called “{}”.':
    'Kein Abschnitt der befragten Dokumente heißt „{1}“.',
  'No document that is asked is of the time {}.':
    'Kein befragtes Dokument stammt aus dieser Zeit: {1}.',
  "Choose another time, or none. A document's time is read from its name, its title and its first pages.":
    'Wählen Sie eine andere Zeit, oder keine. Die Zeit eines Dokuments wird seinem Namen, seinem Titel und seinen ersten Seiten entnommen.',
  'None of the chosen sections is in a document that is asked.':
    'Keiner der gewählten Abschnitte gehört zu einem befragten Dokument.',
  'Choose a section of those documents, or none.':
    'Wählen Sie einen Abschnitt dieser Dokumente, oder keinen.',
  'A chosen section is not in its document any more.':
    'Ein gewählter Abschnitt steht nicht mehr in seinem Dokument.',
  'The document was cut anew since: choose the section again.':
    'Das Dokument wurde seitdem neu zerlegt: Wählen Sie den Abschnitt noch einmal.',
  'There are no documents to ask.': 'Es gibt keine Dokumente, die befragt werden könnten.',
  'Add a PDF first.': 'Fügen Sie erst ein PDF hinzu.',
  'No document is ready to be asked.': 'Noch kann kein Dokument befragt werden.',
  'Wait until one has been read.': 'Warten Sie, bis eines gelesen ist.',
  '“{}” is not ready to be asked.': '„{1}“ kann noch nicht befragt werden.',
  'Wait until it has been read, or leave it out.':
    'Warten Sie, bis es gelesen ist, oder lassen Sie es weg.',

  // Earlier questions, what was said of them, what was kept of them.
  'This question was forgotten: it is no longer among the earlier ones.':
    'Diese Frage wurde vergessen: Sie steht nicht mehr unter den früheren.',
  'The rating was taken back: there is nothing to explain.':
    'Die Bewertung wurde zurückgenommen: Es gibt nichts zu begründen.',
  'This answer cannot be written any more.': 'Diese Antwort lässt sich nicht mehr formulieren.',
  'Ask the question again; its evidence is kept for the latest questions only.':
    'Stellen Sie die Frage noch einmal; nur für die letzten Fragen bleiben die Fundstellen bereit.',
  'The answer has no citation {}.': 'Die Antwort hat keine Fundstelle {1}.',
  'There are no words to collect.': 'Es gibt keine Wörter zu übernehmen.',
  'Select some on the page first.': 'Markieren Sie erst welche auf der Seite.',
  'This is not in the notebook any more.': 'Das steht nicht mehr im Notizbuch.',
  'Nothing is in the notebook yet.': 'Im Notizbuch steht noch nichts.',

  // Answer matrices.
  'There is no matrix “{}”.': 'Eine Antworttabelle „{1}“ gibt es nicht.',
  'This matrix is not there any more.': 'Diese Antworttabelle gibt es nicht mehr.',
  'A matrix needs a name.': 'Eine Antworttabelle braucht einen Namen.',
  'The name of the matrix is too long.': 'Der Name der Antworttabelle ist zu lang.',
  'A matrix needs questions.': 'Eine Antworttabelle braucht Fragen.',
  'Write one a line.': 'Schreiben Sie eine in jede Zeile.',
  'A matrix has at most {} questions.': 'Eine Antworttabelle hat höchstens {1} Fragen.',
  'Make several matrices.': 'Legen Sie mehrere Antworttabellen an.',
  'The question that begins “{}…” is too long.':
    'Die Frage, die mit „{1}\u00a0…“ beginnt, ist zu lang.',
  'A matrix has at most {} documents.': 'Eine Antworttabelle hat höchstens {1} Dokumente.',
  'Put some of them into a collection, and make the matrix of it.':
    'Nehmen Sie einige davon in eine Sammlung auf, und legen Sie die Antworttabelle für diese an.',
  'The correction is too long.': 'Die Korrektur ist zu lang.',
  'This matrix is being filled.': 'Diese Antworttabelle wird gerade gefüllt.',
  'Wait, or stop it.': 'Warten Sie, oder halten Sie das Füllen an.',
  '“{}” has an ending that says no form.': 'Die Endung von „{1}“ steht für kein Format.',
  'Let it end in .xlsx, .csv, .md, .html or .json.':
    'Der Name muss auf .xlsx, .csv, .md, .html oder .json enden.',
  'The workbook could not be made: {}.': 'Die Arbeitsmappe ließ sich nicht erstellen: {1}.'
};

const counted = (one: string, several: string) => (count: string) =>
  `${count} ${count === '1' ? one : several}`;

export const partsOfAnswers: Record<string, Form> = {
  Yes: 'Ja',
  No: 'Nein',
  'Before:': 'Zuvor:',
  'Besides:': 'Außerdem:',
  'Nearly as likely:': 'Fast ebenso wahrscheinlich:',
  'The nearest that I found:': 'Am nächsten kommt:',
  'these documents': 'diesen Dokumenten',
  'says when': 'was sagt, wann',
  'gives this figure': 'was diese Zahl nennt',
  'says who': 'was sagt, wer',
  'says where': 'was sagt, wo',
  'says why': 'was sagt, warum',
  'says how': 'was sagt, wie',
  'settles this': 'was das entscheidet',
  'answers this': 'was die Frage beantwortet',
  '“{}” is': '„{1}“ wird',
  '{} documents are': '{1} Dokumente werden',
  passage: 'die Passage',
  '{} passages': 'die {1} Passagen',
  '{} page': counted('Seite', 'Seiten'),
  '{} pages': counted('Seite', 'Seiten'),
  '{} document': counted('Dokument', 'Dokumenten'),
  '{} documents': counted('Dokument', 'Dokumenten'),
  'from {} on': 'ab {1}',
  'up to {}': 'bis {1}',
  '“{}” for {} was found in no table': '„{1}“ für {2} steht in keiner Tabelle',
  '“{}” for {} is ambiguous: “{}” or “{}”': '„{1}“ für {2} ist mehrdeutig: „{3}“ oder „{4}“',
  'the divisor, {}, is zero': 'der Teiler, {1}, ist null',
  '{} and {} do not count the same': '{1} und {2} zählen nicht dasselbe',
  '{} cannot be calculated': '{1} lässt sich nicht berechnen',
  'growth from {}, which is negative,': 'ein Wachstum aus {1}, das negativ ist,',
  'yearly growth of {}': 'das jährliche Wachstum von {1}',
  'the latest year': 'das letzte Jahr'
};
