// What the next question is limited to besides documents.
import { filterChips, filtersOf, type ChosenSection } from '../model/filters';
import type { PassageKind } from '../platform/bindings';

export class Filtering {
  sections = $state.raw<ChosenSection[]>([]);
  kinds = $state.raw<PassageKind[]>([]);
  from = $state<number | null>(null);
  until = $state<number | null>(null);

  filters = $derived(filtersOf(this));
  chips = $derived(filterChips(this));

  toggleKind(kind: PassageKind): void {
    this.kinds = this.kinds.includes(kind)
      ? this.kinds.filter((each) => each !== kind)
      : [...this.kinds, kind];
  }

  /** Keeps the question to a section too, or no more. */
  toggleSection(chosen: ChosenSection): void {
    const same = ({ document, section }: ChosenSection) =>
      document === chosen.document && section === chosen.section;
    this.sections = this.sections.some(same)
      ? this.sections.filter((each) => !same(each))
      : [...this.sections, chosen];
  }

  /** Takes the choice with this key back. */
  remove(key: string): void {
    if (key === 'years') this.from = this.until = null;
    else if (key.startsWith('section:')) {
      this.sections = this.sections.filter(
        ({ document, section }) => key !== `section:${document}:${section}`
      );
    } else this.kinds = this.kinds.filter((kind) => kind !== key);
  }

  clear(): void {
    this.sections = [];
    this.kinds = [];
    this.from = this.until = null;
  }

  /** Sections of a document that went, or was cut anew, are chosen no more. */
  forget(document: string): void {
    if (this.sections.some((each) => each.document === document)) {
      this.sections = this.sections.filter((each) => each.document !== document);
    }
  }
}
