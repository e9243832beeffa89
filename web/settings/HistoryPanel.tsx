import { Skeleton, Text, Title } from '@mantine/core'
import { settingsCalls } from '@remis/domain/backoffice/backoffice-routes'
import type { SavedVersion, SettingsPatch } from '@remis/domain/backoffice/settings-api'
import { mayBeEmpty } from '@remis/domain/backoffice/settings-checks'
import type { MessageKey } from '@remis/domain/messages/english'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { keyOf, showMessage } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { MoreButton } from '../ui/MoreButton.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { ChangeList, isSetting, type Change } from './ChangeList.tsx'
import classes from './settings.module.css'
import { allSettingsQuery, historyQuery, readSettingsAgain, type AllSettings } from './settings-queries.ts'

/**
 * The changes that can be undone: not the purchase code, a fixed currency, demo mode or an empty value of a required
 * setting [design/settings-4]. None of a save by the server, such as the set-up, and none while demo mode is on.
 */
const undoable = ({ by, changes }: SavedVersion, { codeFixed, settings }: AllSettings): readonly Change[] =>
  by === null || !settings.AllowCriticalEditsAdmin
    ? []
    : changes
        .filter(isSetting)
        .filter(
          ({ name, from }) =>
            from !== null &&
            (from !== '' || mayBeEmpty(name)) &&
            name !== 'AllowCriticalEditsAdmin' &&
            !(name === 'code' && codeFixed),
        )

/** Who changed what, when, with undo [design/settings-3]. */
export const HistoryPanel = ({
  stored,
  onFailure,
}: {
  readonly stored: AllSettings
  readonly onFailure: (key: MessageKey) => void
}) => {
  const { t } = useTranslation()
  const history = useInfiniteQuery(historyQuery)
  const { data, isError, refetch } = history
  const [undoing, setUndoing] = useState<SavedVersion | null>(null)
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <aside className={classes.history} aria-labelledby="settings-history">
      <Title order={2} size="h4" id="settings-history">
        {t('settings_history')}
      </Title>
      {rows === undefined && !isError && <Skeleton height={160} aria-busy="true" />}
      {rows === undefined && isError && (
        <ReadFailure text={t('settings_history_failed')} onRetry={() => void refetch()} />
      )}
      {rows?.length === 0 && <Text c="dimmed">{t('settings_history_none')}</Text>}
      {rows !== undefined && rows.length > 0 && (
        <ol className={classes.versions}>
          {rows.map((row) => (
            <Version
              key={row.version}
              saved={row}
              canUndo={undoable(row, stored).length > 0}
              onUndo={() => setUndoing(row)}
            />
          ))}
        </ol>
      )}
      <MoreButton list={history} failure={t('settings_history_failed')} variant="subtle" />
      {undoing !== null && (
        <UndoDialog saved={undoing} stored={stored} onFailure={onFailure} onClose={() => setUndoing(null)} />
      )}
    </aside>
  )
}

interface VersionProps {
  readonly saved: SavedVersion
  readonly canUndo: boolean
  readonly onUndo: () => void
}

const Version = ({ saved, canUndo, onUndo }: VersionProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  const exact = format.date(saved.at, 'date-time')
  const name = saved.by?.name ?? t('settings_system')
  return (
    <li className={classes.version}>
      <div className={classes.who}>
        <bdi>{name}</bdi>
        <time dateTime={new Date(saved.at).toISOString()} title={exact}>
          {format.ago(saved.at, now)}
        </time>
      </div>
      <ChangeList changes={saved.changes.filter(isSetting)} />
      {canUndo && (
        <button
          type="button"
          className={classes.undo}
          aria-label={t('settings_undo_one', { name, time: exact })}
          onClick={onUndo}
        >
          {t('settings_undo')}
        </button>
      )}
    </li>
  )
}

interface UndoProps {
  readonly saved: SavedVersion
  readonly stored: AllSettings
  readonly onFailure: (key: MessageKey) => void
  readonly onClose: () => void
}

/** Shows each setting as it is and as it will be: another change may have come in between. */
const UndoDialog = ({ saved, stored, onFailure, onClose }: UndoProps) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const changes = undoable(saved, stored)
    .map(({ name, from }) => ({ name, from: stored.settings[name], to: from }))
    .filter(({ from, to }) => from !== to)
  const undo = async () => {
    setBusy(true)
    const settings = Object.fromEntries(changes.map(({ name, to }) => [name, to])) as SettingsPatch
    try {
      const done = await call(settingsCalls.change, { body: { settings, version: stored.version } })
      queryClient.setQueryData(allSettingsQuery.queryKey, done)
      showMessage('updated', 'success')
    } catch (error) {
      const key = keyOf(error)
      if (key === 'demo_mode' || key === 'settings_changed') showMessage(key)
      else if (key !== 'not_logged_in') onFailure(key)
    }
    await readSettingsAgain()
    onClose()
  }
  const list = <ChangeList changes={changes} />
  return changes.length === 0 ? (
    <Dialog title={t('settings_undo')} closeLabel={t('settings_close')} onClose={onClose}>
      <Text>{t('settings_undone_before')}</Text>
    </Dialog>
  ) : (
    <ConfirmDialog
      title={t('settings_undo')}
      lead={t('settings_undo_lead')}
      more={list}
      confirm={t('settings_undo')}
      keep={t('cancel')}
      harmless
      busy={busy}
      onConfirm={() => void undo()}
      onClose={onClose}
    />
  )
}
