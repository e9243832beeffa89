import type { RouterHistory } from '@tanstack/react-router'
import { isDialogOpen } from '../../ui/dialogs/use-dialog.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** the parameters of the page over which something was opened, as JSON */
    openedFrom?: string
  }
}

/** The state of a history entry that opens something over a page with these parameters. */
export const openedFrom = (search: object) => ({ openedFrom: JSON.stringify(search) })

/** True from a step until its `popstate`: a second press on the way must not go back twice. */
let stepping = false

/**
 * Back restores the scroll position of the earlier entry; this keeps the current one. A dialog that is open closes with
 * the step and has asked; without one, unsaved text of the page asks.
 */
const backInPlace = (history: RouterHistory): void => {
  const { scrollX, scrollY } = window
  stepping = true
  const arrive = () => {
    stepping = false
    requestAnimationFrame(() => scrollTo(scrollX, scrollY))
  }
  addEventListener('popstate', arrive, { once: true })
  history.back({ ignoreBlocker: isDialogOpen() })
}

/**
 * Steps back to a page with these parameters when what is open was opened from there, so that the next Back does not
 * open it again. False, and no step, when it was opened otherwise, by a link for example [design/web-116].
 */
export const stepBack = (history: RouterHistory, search: object): boolean => {
  if (history.location.state.openedFrom !== JSON.stringify(search)) return false
  if (!stepping) backInPlace(history)
  return true
}
