// What is said of models, of their downloads and of the data for scanned languages.
import type { Form } from '../../told';

export const models: Record<string, Form> = {
  'The model “{}” is damaged: {}.': 'Das Modell „{1}“ ist beschädigt: {2}.',
  '“{}” cannot be used as a model: {}.': '„{1}“ ist als Modell nicht zu gebrauchen: {2}.',
  'The list of models {} cannot be used: {}.':
    'Die Liste der Modelle {1} ist nicht zu gebrauchen: {2}.',
  'No model is named “{}”.': 'Kein Modell heißt „{1}“.',
  '“{}” is not installed.': '„{1}“ ist nicht installiert.',
  '{} is installed.': '{1} ist installiert.',
  '“{}” comes with Citelight and cannot be removed.':
    '„{1}“ gehört zu Citelight und lässt sich nicht entfernen.',
  '“{}” is being installed or removed already.': '„{1}“ wird schon installiert oder entfernt.',
  'Check that the file is there and may be read.':
    'Prüfen Sie, ob die Datei da ist und gelesen werden darf.',
  'Check that the folder may be written to.':
    'Prüfen Sie, ob in den Ordner geschrieben werden darf.',
  'It is not used. Remove it under models and install it again.':
    'Es wird nicht verwendet. Entfernen Sie es unter „Modelle“ und installieren Sie es noch einmal.',
  'Install Citelight again; in a checkout, restore models/manifest.toml.':
    'Installieren Sie Citelight noch einmal.',
  '`citelight models list` shows the names.': 'Die Namen zeigt `citelight models list`.',
  'Install it first: `citelight models install NAME`.':
    'Installieren Sie es erst: `citelight models install NAME`.',
  'Wait until that is done, or stop it where it was begun.':
    'Warten Sie, bis das fertig ist, oder brechen Sie es ab, wo es begonnen wurde.',
  'Get the folder anew from where it came from, and import it again.':
    'Holen Sie den Ordner neu, wo er herkam, und importieren Sie ihn noch einmal.',
  'Choose the folder that holds config.json and the weights, as a model hub has it.':
    'Wählen Sie den Ordner mit config.json und den Gewichten, so wie ein Modell-Hub ihn hat.',
  'Generators, rerankers and verifiers can be imported.':
    'Importieren lassen sich Generatoren, Reranker und Prüfmodelle.',
  'Leave the role out to have it read from config.json.':
    'Lassen Sie die Rolle weg, dann wird sie aus config.json gelesen.',
  'It runs T5 models that write, and classifiers with one score that rank.':
    'Es verwendet T5-Modelle, die formulieren, und Klassifikatoren mit einem Wert, die ordnen.',
  'Only weights in one file can be read.': 'Lesbar sind nur Gewichte in einer Datei.',
  'Get its model.safetensors instead.': 'Holen Sie stattdessen die Datei model.safetensors.',
  'Get its model.safetensors too.': 'Holen Sie auch die Datei model.safetensors.',
  'Get the model as ONNX, from its folder onnx.':
    'Holen Sie das Modell als ONNX, aus seinem Ordner onnx.',
  '“{}” cannot take the place of the embedding model.':
    '„{1}“ kann das Einbettungsmodell nicht ersetzen.',
  'Its vectors would not be comparable with those of your libraries.':
    'Die Vektoren wären mit denen Ihrer Bibliotheken nicht vergleichbar.',
  'No text generator is installed.': 'Es ist kein Textgenerator installiert.',
  'Install one under Models in the settings; until then answers are quotes.':
    'Installieren Sie einen unter „Modelle“ in den Einstellungen; bis dahin sind Antworten Zitate.',
  'Remove “{}” under Models in the settings and install it again.':
    'Entfernen Sie „{1}“ unter „Modelle“ in den Einstellungen und installieren Sie es noch einmal.',
  'The quotes stand; asking again may help.':
    'Die Zitate gelten weiter; vielleicht hilft es, noch einmal zu fragen.',
  'The model runtime {} cannot be loaded: {}.':
    'Die Laufzeitbibliothek der Modelle {1} lässt sich nicht laden: {2}.',
  'The program {} cannot be used: {}.': 'Das Programm {1} ist nicht zu gebrauchen: {2}.',
  '“{}” ended its process 2 times and is left out until Citelight starts again':
    '„{1}“ hat sein Programm zweimal beendet und bleibt weg, bis Citelight neu startet',
  'its process ended': 'sein Programm hat sich beendet',
  'its reply makes no sense': 'die Antwort ergibt keinen Sinn',
  'The language model failed: {}.': 'Das Sprachmodell ist gescheitert: {1}.',
  'The model file {} cannot be read or written: {}.':
    'Die Modelldatei {1} lässt sich nicht lesen oder schreiben: {2}.',
  'The model {} is damaged or of another kind: {}.':
    'Das Modell {1} ist beschädigt oder von anderer Art: {2}.',
  'The language model was called wrongly: {}.': 'Das Sprachmodell wurde falsch aufgerufen: {1}.',
  'The language model was stopped.': 'Das Sprachmodell wurde angehalten.',
  'The language model crashed and was unloaded.':
    'Das Sprachmodell ist abgestürzt und wurde entladen.',

  // Downloads.
  'Trying again…': 'Neuer Versuch …',
  'The download of “{}” ended: {}.': 'Das Herunterladen von „{1}“ ist abgebrochen: {2}.',
  'Try again; what came so far is kept.':
    'Versuchen Sie es noch einmal; was schon da ist, bleibt erhalten.',
  'Try again later; what came so far is kept.':
    'Versuchen Sie es später noch einmal; was schon da ist, bleibt erhalten.',
  'The hub does not give {} (status {}).': 'Der Hub gibt {1} nicht heraus (Status {2}).',
  'It may have been moved, or need an account. Get the folder another way and import it.':
    'Vielleicht wurde die Datei verschoben oder verlangt ein Konto. Holen Sie den Ordner auf anderem Weg und importieren Sie ihn.',
  'The hub is busy or out of order (status {}).':
    'Der Hub ist überlastet oder gestört (Status {1}).',
  "The hub's answer for {} makes no sense: {}.":
    'Was der Hub zu {1} antwortet, ergibt keinen Sinn: {2}.',
  'A proxy may answer in its place. Get the folder another way and import it.':
    'Vielleicht antwortet ein Proxy an seiner Stelle. Holen Sie den Ordner auf anderem Weg und importieren Sie ihn.',
  '{} cannot be reached: {}.': '{1} ist nicht erreichbar: {2}.',
  'Check the connection to the internet, and HTTPS_PROXY where you need a proxy. What came so far is kept.':
    'Prüfen Sie die Verbindung ins Internet, und HTTPS_PROXY, wenn Sie einen Proxy brauchen. Was schon da ist, bleibt erhalten.',
  'Writing {} failed: {}.': 'Das Schreiben von {1} ist fehlgeschlagen: {2}.',
  'Free some space on the disk and try again; what came so far is kept.':
    'Schaffen Sie Platz auf der Platte und versuchen Sie es noch einmal; was schon da ist, bleibt erhalten.',
  'The call does not fit: {}.': 'Der Aufruf passt nicht: {1}.',
  '“{}” comes with the app and is not fetched.':
    '„{1}“ gehört zum Programm und wird nicht heruntergeladen.',
  'What the hub has as “{}” is no such model: {}.':
    'Was der Hub als „{1}“ führt, ist kein solches Modell: {2}.',
  'It was not installed. Get the folder another way and import it.':
    'Es wurde nicht installiert. Holen Sie den Ordner auf anderem Weg und importieren Sie ihn.',
  'The hub states {} {} for {}, but {} is wanted.':
    'Der Hub gibt für {3} an: {1} {2}. Verlangt ist aber {4}.',
  'Nothing was fetched. The list of models of this Citelight may be too old.':
    'Es wurde nichts heruntergeladen. Vielleicht ist die Modellliste dieses Citelight zu alt.',
  '{} came with another content than the hub states.':
    '{1} kam mit anderem Inhalt an, als der Hub angibt.',
  'It was thrown away. Try again; if it happens again, a proxy may change it.':
    'Die Datei wurde verworfen. Versuchen Sie es noch einmal; hilft das nicht, verändert vielleicht ein Proxy sie.',
  'The connection broke off while {} came in.': 'Die Verbindung brach ab, während {1} ankam.',

  // Languages of scanned pages.
  'No language is chosen.': 'Es ist keine Sprache gewählt.',
  'Scanned pages can only be read in a language: choose at least one.':
    'Gescannte Seiten lassen sich nur in einer Sprache lesen: Wählen Sie mindestens eine.',
  '“{}” is no language data: {}.': '„{1}“ enthält keine Sprachdaten: {2}.',
  "Choose a file of tesseract's, such as deu.traineddata for German.":
    'Wählen Sie eine Datei von Tesseract, für Deutsch etwa deu.traineddata.',
  'The data to recognise {} are not installed.':
    'Die Daten zum Erkennen von {1} sind nicht installiert.',
  "Get {}.{} from the tesseract project or your system's packages, and add it under languages.":
    'Holen Sie {1}.{2} vom Tesseract-Projekt oder aus den Paketen Ihres Systems und fügen Sie die Datei unter „Sprachen“ hinzu.'
};

export const partsOfModels: Record<string, Form> = {
  'it holds no config.json': 'Es fehlt config.json',
  'it holds no weights': 'Es fehlen die Gewichte',
  'it holds no model.onnx': 'Es fehlt model.onnx',
  'it holds no {}': 'Es fehlt {1}',
  'its weights are in several files': 'Die Gewichte liegen in mehreren Dateien',
  'its weights are a pickled file, which could run programs':
    'Die Gewichte sind eine Pickle-Datei, die Programme ausführen könnte',
  'another embedding model would need every document to be read anew':
    'Mit einem anderen Einbettungsmodell müsste jedes Dokument neu gelesen werden',
  'a model of no stated kind': 'ein Modell ohne Angabe seiner Art',
  '{} is no {}': '{1} ist kein {2}',
  '{} is no kind of model that Citelight runs':
    '{1} ist keine Art von Modell, die Citelight verwendet',
  '{} is missing': '{1} fehlt',
  '{} has {} bytes instead of {}': '{1} hat {2} statt {3} Byte',
  '{} has another content': '{1} hat anderen Inhalt',
  '“{}” is not a name': '„{1}“ ist kein Name',
  '“{}” is not a file name': '„{1}“ ist kein Dateiname',
  'it is cut short or no JSON': 'Es ist abgeschnitten oder kein JSON',
  'weights are read from safetensors or GGUF': 'Gewichte werden aus safetensors oder GGUF gelesen',
  'config.json describes no T5 but “{}”': 'config.json beschreibt kein T5, sondern „{1}“',
  'it is no ONNX model': 'Es ist kein ONNX-Modell',
  'it is not named like deu.traineddata': 'Sie heißt nicht wie deu.traineddata',
  'its content is something else': 'Der Inhalt ist etwas anderes',
  'it redirects in a circle': 'Er leitet im Kreis um',
  'it sent other bytes than were asked for': 'Er schickte anderes als verlangt',
  'it states no hash': 'Er nennt keine Prüfsumme',
  'it states no size': 'Er nennt keine Größe',
  'it states no commit': 'Er nennt keinen Stand',
  'it answered with status {}': 'Er antwortete mit Status {1}',
  'the commit': 'den Stand',
  'the size': 'die Größe',
  'the hash': 'die Prüfsumme'
};
