import { useEffect, useState, useRef, type RefObject } from 'react'

/** The element focused before the first of several consecutive dialogs. */
let opener: HTMLElement | null = null

const noteOpener = (): void => {
  const here = document.activeElement
  if (here instanceof HTMLElement && here !== document.body && here.closest('[role=dialog]') === null) opener = here
}

/** Returns the focus when the dialog closes; else keyboard users would start at the top of the page. */
export const useFocusBack = (): void => {
  useState(noteOpener)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener?.isConnected) opener.focus({ preventScroll: true })
      })
    },
    [],
  )
}

/** Whether any control has been focused; before that there is no focus to keep. */
let begun = false
document.addEventListener('focusin', () => (begun = true), { once: true })

/**
 * When a step removes its button, the focus is lost and keyboard users would start at the top of the page. If it is lost
 * when `moment` changes, this element gets it.
 */
export const useFocusKept = <Element extends HTMLElement>(moment: unknown): RefObject<Element | null> => {
  const place = useRef<Element>(null)
  useEffect(() => {
    if (begun && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [moment])
  return place
}
