// Finds text that a person would see, written where it does not belong: anywhere but in the catalogues.
import { parse } from 'svelte/compiler';

/** A node of the syntax tree, of a script or of markup. */
interface Node {
  type: string;
  [field: string]: unknown;
}

/** Attributes and properties that are shown or spoken. */
const SHOWN = new Set(
  'aria-label title placeholder alt aria-description label words message hint detail retryWords name'.split(
    ' '
  )
);
/** What holds no text of its own: modules, types, errors for programmers, names that are compared. */
const SKIPPED = /^(Import|StyleSheet|TS(?!As|Satisfies|NonNull)|Binary|Comment)/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Whether words within code read as a text: a sentence, a label, three words that follow each other. */
function readsAsText(text: string): boolean {
  return (
    /^\p{Lu}\p{Ll}{2,}$/u.test(text.trim()) ||
    /\p{Lu}\p{Ll}* +\p{L}{2}/u.test(text) ||
    /\p{L}{2,} +\p{L}+ +\p{L}{2,}/u.test(text) ||
    /\p{L}{2}(…|[.!?]$)/u.test(text)
  );
}

/** Where a call begins: `say` of `say.viewer.bar.of(…)`. */
function rootOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier') return String(node.name);
  return node.type === 'MemberExpression' ? rootOf(node.object) : null;
}

/** The texts of a component, or of a script. */
export function literalsOf(source: string, path: string): string[] {
  const isComponent = path.endsWith('.svelte');
  const wrapped = isComponent ? source : `<script lang="ts">\n${source}\n</script>`;
  const found: string[] = [];
  walk(parse(wrapped, { modern: true }), false);
  return found;

  /** `shown`: within what is shown as it stands. */
  function walk(value: unknown, shown: boolean): void {
    if (Array.isArray(value)) {
      for (const each of value) walk(each, shown);
      return;
    }
    if (!isNode(value) || SKIPPED.test(value.type)) return;
    const visit = (text: string) => {
      const told = shown ? /\p{L}{2}/u.test(text) : readsAsText(text);
      if (told) found.push(text.replace(/\s+/g, ' ').trim());
    };
    switch (value.type) {
      case 'Text':
        if (shown) visit(String(value.data));
        return;
      case 'Literal':
        if (typeof value.value === 'string') visit(value.value);
        return;
      case 'TemplateLiteral': {
        const parts = value.quasis as { value: { raw: string } }[];
        const text = parts.map((part) => part.value.raw).join('…');
        if (shown ? /\p{L}{2}/u.test(text) : readsAsText(text) || / \p{Ll}{2,}( |$)/u.test(text))
          found.push(text);
        walk(value.expressions, shown);
        return;
      }
      case 'Attribute':
        walk(value.value, SHOWN.has(String(value.name)));
        return;
      case 'Fragment':
        for (const each of value.nodes as Node[]) walk(each, each.type === 'Text');
        return;
      case 'ExpressionTag':
        walk(value.expression, shown);
        return;
      case 'Component':
        // An icon's name is spoken by nobody.
        for (const each of value.attributes as Node[])
          if (value.name !== 'Icon' || each.name !== 'name') walk(each, false);
        walk(value.fragment, false);
        return;
      case 'Property': {
        const key = isNode(value.key) ? value.key.name : null;
        walk(value.value, shown || (key !== 'name' && SHOWN.has(String(key))));
        return;
      }
      case 'ConditionalExpression':
        walk(value.test, false);
        walk([value.consequent, value.alternate], shown);
        return;
      case 'SwitchCase':
        walk(value.consequent, shown);
        return;
      case 'NewExpression':
        if (rootOf(value.callee) === 'Error') return;
        break;
      case 'CallExpression':
        // What is put into a text of the catalogue is a name; what another function gets, it may not show.
        if (rootOf(value.callee) === 'say') return;
        walk(value.callee, false);
        walk(value.arguments, false);
        return;
      case 'MemberExpression':
        walk(value.object, false);
        return;
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'metadata') walk(child, shown);
  }
}
