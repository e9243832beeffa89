import { useRouter, type BlockerFn, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { focusFirst, placesAround } from '../parts/kept-focus.ts'

/** The element focused before the first of several consecutive dialogs, then what is around it. */
let openers: readonly HTMLElement[] = []

const noteOpener = (): void => {
  const here = document.activeElement
  if (here instanceof HTMLElement && here !== document.body && here.closest('[role=dialog]') === null)
    openers = [here, ...placesAround(here)]
}

/** Returns the focus when the dialog closes, also where its button is gone by then [design/web-87]. */
const useFocusBack = (): void => {
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

interface OpenDialog {
  readonly close: () => void
  /** the parameter of the address that opens it */
  readonly param: string | undefined
}

/** The open dialogs, the topmost last. */
const opened: OpenDialog[] = []

export const isDialogOpen = (): boolean => opened.length > 0

const has = ({ search }: { readonly search: string }, param: string): boolean => new URLSearchParams(search).has(param)

/**
 * Returns the dialog that this navigation closes while the page stays: on Back the topmost one, unless the change of
 * the address closes it. `drops`: whether the next address lacks this parameter of the current one.
 */
const closedByBack = (action: string, drops: (param: string) => boolean): OpenDialog | undefined => {
  const top = opened.at(-1)
  if (action !== 'BACK' || top === undefined) return undefined
  return top.param !== undefined && drops(top.param) ? undefined : top
}

interface Navigation {
  readonly action: string
  readonly current: { readonly search: object }
  readonly next: { readonly search: object }
}

/** Whether this navigation closes a dialog or menu while the page stays. Other blockers let it pass. */
export const closesDialog = ({ action, current, next }: Navigation): boolean =>
  closedByBack(action, (param) => param in current.search && !(param in next.search)) !== undefined

/** True: the navigation is blocked. */
const closeOnBack: BlockerFn = ({ action, currentLocation, nextLocation }) => {
  const top = closedByBack(action, (param) => has(currentLocation, param) && !has(nextLocation, param))
  top?.close()
  return top !== undefined
}

/** The back button of a phone closes the topmost dialog; without it, it would leave the page below [design/web-116]. */
const useBackCloses = (close: () => void, param: string | undefined): void => {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  // The alert about the account is rendered outside the router.
  const router = useRouter({ warn: false }) as { readonly history: RouterHistory } | undefined
  useEffect(() => {
    const dialog: OpenDialog = { close: () => latest.current(), param }
    opened.push(dialog)
    const unblock = router?.history.block({ blockerFn: closeOnBack, enableBeforeUnload: false })
    return () => {
      unblock?.()
      opened.splice(opened.indexOf(dialog), 1)
    }
  }, [router, param])
}

/** Called by every dialog, sheet and menu. `param`: the parameter of the address that may have opened it. */
export const useDialog = (onClose: () => void, param?: string): void => {
  useFocusBack()
  useBackCloses(onClose, param)
}
