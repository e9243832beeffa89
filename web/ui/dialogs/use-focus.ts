import { useEffect, useState, useRef, type RefObject } from 'react'

/** What had the focus before the first of the dialogs that follow one another. */
let opener: HTMLElement | null = null

const noteOpener = (): void => {
  const here = document.activeElement
  if (here instanceof HTMLElement && here !== document.body && here.closest('[role=dialog]') === null) opener = here
}

/** When the dialog goes, the focus goes back to where it was: a keyboard would have to begin the page anew. */
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

/** Whether anybody has been at a control of this page: nothing can be lost before, and a fresh page begins at its top. */
let begun = false
document.addEventListener('focusin', () => (begun = true), { once: true })

/**
 * A step that is done takes its button away, and the focus with it: whoever works with keys would have to begin the
 * page anew. Where it was lost when the moment changed, it goes on here.
 */
export const useFocusKept = <Element extends HTMLElement>(moment: unknown): RefObject<Element | null> => {
  const place = useRef<Element>(null)
  useEffect(() => {
    if (begun && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [moment])
  return place
}
