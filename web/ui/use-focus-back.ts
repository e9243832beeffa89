import { useEffect, useState } from 'react'

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
