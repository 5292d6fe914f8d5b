// The languages in which scanned pages are recognised, as the settings show them.
import type { Language, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';
import { say } from '../words/say.svelte';

export class Languages {
  /** Null until they were asked for. */
  list = $state.raw<Language[] | null>(null);
  error = $state.raw<WireError | null>(null);
  busy = $state(false);
  /** What the last file brought, in words. */
  added = $state<string | null>(null);

  /** Installed ones by name, then the others. */
  shown = $derived(
    [...(this.list ?? [])].sort(
      (a, b) => Number(b.installed) - Number(a.installed) || a.name.localeCompare(b.name)
    )
  );
  #chosen = $derived((this.list ?? []).filter((each) => each.chosen).map((each) => each.code));

  constructor(private platform: Platform) {}

  /** Whether it may be taken away: one must stay. */
  last(language: Language): boolean {
    return language.chosen && this.#chosen.length === 1;
  }

  async load(): Promise<void> {
    this.added = null;
    await this.#try(() => this.platform.call('languages', {}));
  }

  async toggle(language: Language): Promise<void> {
    if (!language.installed || this.last(language)) return;
    const { code } = language;
    await this.#choose(
      language.chosen ? this.#chosen.filter((each) => each !== code) : [...this.#chosen, code]
    );
  }

  /** Installs a language from a file that the person picks, and chooses it. */
  async add(): Promise<void> {
    if (this.busy) return;
    this.added = null;
    let path: string | null;
    try {
      path = await this.platform.pickLanguage();
    } catch (thrown) {
      this.error = asWireError(thrown);
      return;
    }
    if (path === null) return;
    const file = path;
    const before = new Set(this.#installed());
    if (!(await this.#try(() => this.platform.call('add_language', { path: file })))) return;
    const fresh = (this.list ?? []).filter((each) => each.installed && !before.has(each.code));
    // Whoever adds a language has pages in it.
    const unchosen = fresh.filter((each) => !each.chosen).map((each) => each.code);
    if (unchosen.length > 0) await this.#choose([...this.#chosen, ...unchosen]);
    this.added =
      fresh.length === 0
        ? say.settings.scans.there
        : say.settings.scans.added(fresh.map(({ code, name }) => say.shared.language(code, name)));
  }

  #installed(): string[] {
    return (this.list ?? []).filter((each) => each.installed).map((each) => each.code);
  }

  async #choose(codes: string[]): Promise<void> {
    await this.#try(() => this.platform.call('choose_languages', { codes }));
  }

  async #try(work: () => Promise<Language[]>): Promise<boolean> {
    this.busy = true;
    try {
      this.list = await work();
      this.error = null;
      return true;
    } catch (thrown) {
      this.error = asWireError(thrown);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
