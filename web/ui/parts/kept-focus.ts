import { useEffect } from 'react'

/** Rows that take the place of one that is removed: the next one, else the one before. */
const rowAndNeighbours = (row: Element): (Element | null)[] => [row, row.nextElementSibling, row.previousElementSibling]

/**
 * Elements that may get the focus when this element is removed, nearest first: its row, its panel or dialog, the
 * content.
 */
export const placesAround = (element: Element): HTMLElement[] => {
  const places: (Element | null | undefined)[] = []
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (around.matches('tr')) places.push(...rowAndNeighbours(around).map((row) => row?.querySelector('[data-row]')))
    else if (around.matches('[tabindex]')) places.push(around)
  }
  // A dialog gives the focus back itself when it closes.
  if (element.closest('[role=dialog]') === null) places.push(document.getElementById('content'))
  return places.filter((place) => place instanceof HTMLElement)
}

/** Gives the focus to the first of these that is still on the page. */
export const focusFirst = (places: readonly HTMLElement[]): void =>
  places.find((place) => place.isConnected)?.focus({ preventScroll: true })

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * Moves the focus to a nearby control when a step removes or moves the focused element, and back to a button that was
 * disabled while it worked. Otherwise keyboard users would start at the top of the page [design/web-87].
 */
export const useKeptFocus = (): void =>
  useEffect(() => {
    let held: { readonly element: HTMLElement; readonly places: readonly HTMLElement[] } | null = null
    const hold = ({ target }: Event) => {
      held = target instanceof HTMLElement ? { element: target, places: placesAround(target) } : null
    }
    // A press beside all controls leaves the focus on purpose.
    const forget = () => (held = null)
    const observer = new MutationObserver((records) => {
      if (held === null || !isLost()) return
      const { element, places } = held
      if (
        records.some(({ type, target }) => type === 'attributes' && target === element) &&
        !element.matches(':disabled')
      )
        return element.focus({ preventScroll: true })
      const taken = records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)))
      if (!taken) return
      // What replaces it may take the focus itself, in this frame or when a dialog has closed.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (isLost()) focusFirst([element, ...places])
        }),
      )
    })
    document.addEventListener('focusin', hold)
    document.addEventListener('pointerdown', forget, true)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      document.removeEventListener('focusin', hold)
      document.removeEventListener('pointerdown', forget, true)
      observer.disconnect()
    }
  }, [])
