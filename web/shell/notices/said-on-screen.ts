interface Page {
  readonly visibilityState: DocumentVisibilityState
  addEventListener(kind: 'visibilitychange', run: () => void): void
}

/**
 * Marks a notice as seen when the open screen already shows it and the page is visible. While the page is hidden
 * (another tab, a locked phone) notices stay unread, so that they are pushed; when it is visible again, those shown on
 * the open screen are marked [design/live-80].
 */
export const makeSaidOnScreen = (page: Page, mark: (ids: readonly string[]) => void) => {
  const waiting = new Map<string, () => boolean>()
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState !== 'visible') return
    const seen = [...waiting].filter(([, isOpen]) => isOpen()).map(([id]) => id)
    waiting.clear()
    if (seen.length > 0) mark(seen)
  })
  /** `isOpen`: whether the screen that says it is open */
  return (id: string, isOpen: () => boolean): void => {
    if (page.visibilityState === 'visible') mark([id])
    else waiting.set(id, isOpen)
  }
}
