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

type Guard = Pick<Required<Props>, 'stays'>

/** The guards of unsaved texts. */
const guards: Guard[] = []

/** Whether this guard asks: of several texts that are left together the first one asks for all. */
export const asksFor = (all: readonly Guard[], guard: Guard, current: Place, next: Place): boolean =>
  all.find(({ stays }) => !stays(current, next)) === guard

/** Asks before a page with unsaved text is left, and before its tab is closed [design/web-116]. */
export const LeaveGuard = ({ dirty, title, lead, keep, stays = onSamePage }: Props) => {
  const { t } = useTranslation()
  const [guard] = useState<Guard>({ stays })
  useEffect(() => {
    if (!dirty) return
    guards.push(guard)
    return () => void guards.splice(guards.indexOf(guard), 1)
  }, [dirty, guard])
  const blocker = useBlocker({
    // a menu or dialog over the page is closed first, and the page stays
    shouldBlockFn: (navigation) =>
      !closesDialog(navigation) && asksFor(guards, guard, navigation.current, navigation.next),
    enableBeforeUnload: dirty,
    disabled: !dirty,
    withResolver: true,
  })
  return (
    blocker.status === 'blocked' && (
      <ConfirmDialog
        title={title ?? t('form_unsaved')}
        {...(lead === undefined ? {} : { lead })}
        confirm={t('form_discard')}
        keep={keep ?? t('form_keep_editing')}
        busy={false}
        onConfirm={blocker.proceed}
        onClose={blocker.reset}
      />
    )
  )
}
