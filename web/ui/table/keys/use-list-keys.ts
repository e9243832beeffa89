import { useEffect, useRef, type RefObject } from 'react'
import { isElsewhere, listKeyOf, type ListKey } from './list-keys.ts'

/** The buttons that open rows, from top to bottom; without the buttons of groups. */
const rowButtons = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-row]')]

/** The row that has the focus, by its id. */
const focusedRow = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('tr')?.querySelector<HTMLElement>('[data-row]')?.dataset['row']

const move = (list: HTMLElement, by: -1 | 1, openId: string | undefined): void => {
  const buttons = rowButtons(list)
  const at = buttons.findIndex((button) => button.dataset['row'] === (focusedRow() ?? openId))
  const next = at === -1 ? (by === 1 ? buttons[0] : buttons.at(-1)) : buttons[at + by]
  next?.focus()
}

interface Does {
  readonly openId: string | undefined
  readonly search: () => void
  readonly help: () => void
  readonly leave: () => void
  /** on the row that has the focus */
  readonly edit: (row: string) => void
  readonly select: (row: string) => void
}

/**
 * The keys of a list work wherever the focus is, except while the person types or a dialog is open. On a page with
 * several lists they act on the list with the focus, else on the first one.
 */
export const useListKeys = (root: RefObject<HTMLElement | null>, does: Does): void => {
  const current = useRef(does)
  useEffect(() => void (current.current = does))
  useEffect(() => {
    const run = (key: ListKey, list: HTMLElement) => {
      const { openId, search, help, leave, edit, select } = current.current
      const row = focusedRow()
      if (key === 'next' || key === 'previous') move(list, key === 'next' ? 1 : -1, openId)
      else if (key === 'search') search()
      else if (key === 'help') help()
      // Beside an open row the key closes that row, and nothing else.
      else if (key === 'leave') return openId === undefined ? leave() : undefined
      else if (row === undefined) return
      else if (key === 'edit') edit(row)
      else select(row)
    }
    const onKey = (event: KeyboardEvent) => {
      const list = root.current
      const key = listKeyOf(event)
      if (key === undefined || list === null || event.defaultPrevented || isElsewhere(document.activeElement)) return
      const mine = document.activeElement?.closest('[data-list]') ?? document.querySelector('[data-list]')
      if (mine !== list) return
      if (key !== 'leave') event.preventDefault()
      run(key, list)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [root])
}

/** Gives the focus back to the row that was open, when what was open took it along. */
export const useFocusBack = (root: RefObject<HTMLElement | null>, openId: string | undefined): void => {
  const before = useRef(openId)
  useEffect(() => {
    const left = before.current
    before.current = openId
    if (left === undefined || openId !== undefined || root.current === null) return
    if (document.activeElement !== null && document.activeElement !== document.body) return
    rowButtons(root.current)
      .find((button) => button.dataset['row'] === left)
      ?.focus({ preventScroll: true })
  }, [root, openId])
}
