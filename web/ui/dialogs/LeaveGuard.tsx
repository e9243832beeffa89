import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { closesDialog } from './use-dialog.ts'

export interface Place {
  readonly pathname: string
  readonly search: { readonly id?: unknown; readonly again?: unknown }
}

interface Props {
  /** something was typed that is not saved */
  readonly dirty: boolean
  readonly title?: string
  readonly lead?: string
  readonly keep?: string
  /** whether the form is still there at the next address; without it, on the same page */
  readonly stays?: (current: Place, next: Place) => boolean
}

const onSamePage = (current: Place, next: Place): boolean => current.pathname === next.pathname

/** On the same page, with the same row open. */
export const inSameRow = (current: Place, next: Place): boolean =>
  onSamePage(current, next) && current.search.id === next.search.id

interface Guard extends Pick<Required<Props>, 'stays'> {
  /** shows the question, and resolves with whether the text is discarded */
  readonly ask: () => Promise<boolean>
}

/** The guards of unsaved texts. */
const guards: Guard[] = []

const remove = (guard: Guard): void => {
  const at = guards.indexOf(guard)
  if (at !== -1) guards.splice(at, 1)
}

/** Asks about unsaved texts, if there are any, before the session is ended. False: the person keeps editing. */
export const mayLeave = async (): Promise<boolean> => (await guards[0]?.ask()) ?? true

/** Returns whether this guard asks. If several texts are left together, the first guard asks for all. */
export const asksFor = <G extends Pick<Guard, 'stays'>>(all: readonly G[], guard: G, current: Place, next: Place) =>
  all.find(({ stays }) => !stays(current, next)) === guard

/** Asks before a page with unsaved text is left, its tab is closed or the session is ended [design/web-116]. */
export const LeaveGuard = ({ dirty, title, lead, keep, stays = onSamePage }: Props) => {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState<((discards: boolean) => void) | null>(null)
  const [guard] = useState<Guard>({ stays, ask: () => new Promise((resolve) => setAnswer(() => resolve)) })
  useEffect(() => {
    if (!dirty) return
    guards.push(guard)
    return () => remove(guard)
  }, [dirty, guard])
  const blocker = useBlocker({
    // a menu or dialog over the page is closed first, and the page stays
    shouldBlockFn: (navigation) =>
      !closesDialog(navigation) && asksFor(guards, guard, navigation.current, navigation.next),
    enableBeforeUnload: dirty,
    disabled: !dirty,
    withResolver: true,
  })
  const choose = (discards: boolean) => {
    if (answer === null) return discards ? blocker.proceed?.() : blocker.reset?.()
    setAnswer(null)
    if (discards) remove(guard)
    answer(discards)
  }
  return (
    (blocker.status === 'blocked' || answer !== null) && (
      <ConfirmDialog
        title={title ?? t('form_unsaved')}
        {...(lead === undefined ? {} : { lead })}
        confirm={t('form_discard')}
        keep={keep ?? t('form_keep_editing')}
        busy={false}
        onConfirm={() => choose(true)}
        onClose={() => choose(false)}
      />
    )
  )
}
