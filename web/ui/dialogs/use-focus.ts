import { useEffect, useState, useRef, type RefObject } from 'react'
import { focusFirst, placesAround } from '../parts/kept-focus.ts'

/** The element focused before the first of several consecutive dialogs, then what is around it. */
let openers: readonly HTMLElement[] = []

const noteOpener = (): void => {
  const here = document.activeElement
  if (here instanceof HTMLElement && here !== document.body && here.closest('[role=dialog]') === null)
    openers = [here, ...placesAround(here)]
}

/** Returns the focus when the dialog closes, also where its button is gone by then [design/web-87]. */
export const useFocusBack = (): void => {
  useState(noteOpener)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusFirst(openers)
      })
    },
    [],
  )
}

/** Whether any control has been focused; before that there is no focus to keep. */
let begun = false
document.addEventListener('focusin', () => (begun = true), { once: true })

/**
 * When a step removes its button, the focus is lost and keyboard users would start at the top of the page. If it is
 * lost when `moment` changes, this element gets it.
 */
export const useFocusKept = <Element extends HTMLElement>(moment: unknown): RefObject<Element | null> => {
  const place = useRef<Element>(null)
  useEffect(() => {
    if (begun && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [moment])
  return place
}
