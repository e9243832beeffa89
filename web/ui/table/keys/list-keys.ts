import type { RowAction } from '../list-state.ts'

/** What the keys of a list do [design/web-84]. */
export type ListKey = 'next' | 'previous' | 'edit' | 'select' | 'search' | 'help' | 'leave'

const byKey: Readonly<Record<string, ListKey>> = {
  j: 'next',
  k: 'previous',
  e: 'edit',
  x: 'select',
  '/': 'search',
  '?': 'help',
  '؟': 'help',
  Escape: 'leave',
}
/** The places of the keys, for layouts that have other letters there. */
const byCode: Readonly<Record<string, ListKey>> = { KeyJ: 'next', KeyK: 'previous', KeyE: 'edit', KeyX: 'select' }

interface Pressed {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Undefined: the key is not one of the list. Letters of another script count by their place on the keyboard. */
export const listKeyOf = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): ListKey | undefined => {
  if (ctrlKey || metaKey || altKey) return undefined
  const known = byKey[key]
  if (known !== undefined) return known
  if (code === 'Slash' && key !== 'Shift') return shiftKey ? 'help' : key.codePointAt(0)! > 127 ? 'search' : undefined
  return !shiftKey && key.length === 1 && key.codePointAt(0)! > 127 ? byCode[code] : undefined
}

/** Is the person typing, or in a dialog that has its own keys? */
export const isElsewhere = (target: Element | null): boolean =>
  document.querySelector('[aria-modal="true"]') !== null ||
  (target?.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"]') ??
    null) !== null

/** The action that a key runs: none that its button does not run either. */
export const actionForKey = <Row>(actions: readonly RowAction<Row>[], name: string): RowAction<Row> | undefined =>
  actions.find(({ id, disabled, offBy }) => id === name && !disabled && offBy === undefined)
