// A setting of the library: what holds, what holds by default, and choosing something else.
import { isDefault } from '../model/setting';
import type { WireError } from '../platform/bindings';
import { asWireError } from '../platform/types';

interface Commands<T, State> {
  load: () => Promise<State>;
  /** Gives what holds then, which may be less than what was wanted. */
  choose: (value: T) => Promise<State>;
}

/** `State` is what the app says of it, of which the field `Name` can be chosen. */
export class Setting<
  T extends object,
  Name extends string,
  State extends Record<Name | 'defaults', T>
> {
  /** Null until it was asked for. */
  state = $state.raw<State | null>(null);
  error = $state.raw<WireError | null>(null);
  busy = $state(false);
  /** Whether it is known to be as the program comes. */
  isDefault = $derived.by(
    () => this.state !== null && isDefault<T>(this.state[this.name], this.state.defaults)
  );
  #turn = 0;

  constructor(
    private name: Name,
    private commands: Commands<T, State>
  ) {}

  async load(): Promise<void> {
    await this.#try(this.state, this.commands.load);
  }

  /** Chooses some of it otherwise, and leaves the rest. */
  async change(changed: Partial<T>): Promise<void> {
    if (this.state) await this.#choose(this.state, { ...this.state[this.name], ...changed });
  }

  async reset(): Promise<void> {
    if (this.state && !this.isDefault) await this.#choose(this.state, this.state.defaults);
  }

  async #choose(state: State, value: T): Promise<void> {
    await this.#try({ ...state, [this.name]: value }, () => this.commands.choose(value));
  }

  /** Shows what is wanted at once; what comes back holds, and of several calls the last. */
  async #try(wanted: State | null, work: () => Promise<State>): Promise<void> {
    const turn = ++this.#turn;
    const before = this.state;
    this.state = wanted;
    this.busy = true;
    try {
      const state = await work();
      if (turn !== this.#turn) return;
      this.state = state;
      this.error = null;
    } catch (thrown) {
      if (turn !== this.#turn) return;
      this.state = before;
      this.error = asWireError(thrown);
    }
    this.busy = false;
  }
}
