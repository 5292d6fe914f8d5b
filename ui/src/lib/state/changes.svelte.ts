// The changes of a contract: those of the document that is looked at.
import type { ContractChange, DocumentId, TableFormat, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';
import { say } from '../words/say.svelte';
import type { Notices } from './notices.svelte';

export class Changes {
  document = $state.raw<DocumentId | null>(null);
  file = $state('');
  list = $state.raw<ContractChange[] | null>(null);
  error = $state.raw<WireError | null>(null);

  constructor(
    private platform: Platform,
    private notices: Notices
  ) {}

  async load(document: DocumentId, file: string): Promise<void> {
    Object.assign(this, { document, file, list: null, error: null });
    try {
      const list = await this.platform.call('contract_changes', { document });
      if (this.document === document) this.list = list;
    } catch (thrown) {
      if (this.document === document) this.error = asWireError(thrown);
    }
  }

  /** Writes them where the person says. */
  async save(format: TableFormat): Promise<void> {
    const { document } = this;
    if (document === null) return;
    const extension = format === 'markdown' ? 'md' : format;
    try {
      const kind = { name: say.matrix.changes.file, extension };
      const name = `${say.matrix.changes.title(this.file.replace(/\.pdf$/i, ''))}.${extension}`;
      const path = await this.platform.pickSave(name, kind);
      if (path === null) return;
      await this.platform.call('save_changes', { document, format, path });
      this.notices.show('info', { message: say.matrix.changes.saved(path), hint: null });
    } catch (thrown) {
      this.notices.show('error', asWireError(thrown));
    }
  }
}
