/** The part of the document that tells whether a person can see the page. */
export interface Page {
  readonly visibilityState: DocumentVisibilityState
  addEventListener(kind: 'visibilitychange', run: () => void): void
  removeEventListener(kind: 'visibilitychange', run: () => void): void
}

/** Runs now if the page is visible, and whenever it becomes visible again. Returns the function that stops it. */
export const whileVisible = (run: () => void, page: Page = document): (() => void) => {
  const look = () => {
    if (page.visibilityState === 'visible') run()
  }
  look()
  page.addEventListener('visibilitychange', look)
  return () => page.removeEventListener('visibilitychange', look)
}
