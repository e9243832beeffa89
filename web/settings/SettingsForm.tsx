import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import type { Settings } from '@remis/domain/backoffice/settings'
import { rangeOf } from '@remis/domain/backoffice/settings-checks'
import type { MessageKey } from '@remis/domain/messages/english'
import { IconAlertCircle } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat, type Format } from '../platform/use-format.ts'
import { LeaveGuard } from '../ui/dialogs/LeaveGuard.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import type { GroupId, SettingGroup } from './setting-groups.ts'
import { SettingRow } from './SettingRow.tsx'
import type { AllSettings } from './settings-queries.ts'
import classes from './settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'
import { withSearch } from '../platform/page/with-search.ts'

interface Props {
  readonly stored: AllSettings
  readonly groups: readonly (SettingGroup & { readonly id: GroupId })[]
  /** the group that is shown; undefined: all of them */
  readonly open?: GroupId
  readonly onOpen?: (id: GroupId) => void
  /** what is shown above the fields of a group */
  readonly before?: Readonly<Partial<Record<GroupId, ReactNode>>>
  readonly withRequired?: boolean
}

/** The fields of a settings page with groups, history and the bar of unsaved changes [design/settings-1]. */
export const SettingsForm = ({ stored, groups, open, onOpen, before, withRequired = false }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [undoFailure, setUndoFailure] = useState<MessageKey | null>(null)
  const groupOf = (name: keyof Settings) => groups.find(({ fields }) => fields.some((field) => field.name === name))?.id
  const form = useSettingsForm({
    stored,
    fields: groups.flatMap(({ fields }) => fields),
    withRequired,
    locale: format.locale,
    onFault: (name) => {
      const group = groupOf(name)
      if (group !== undefined && open !== undefined && group !== open) onOpen?.(group)
      setTimeout(() => {
        const input = document.getElementById(`field-${name}`)
        input?.focus()
        input?.scrollIntoView({ block: 'nearest' })
      }, 100)
    },
  })
  useFieldOfAddress()
  useFieldInView(form.dirty > 0)
  const failure = form.failure ?? undoFailure
  const changedIn = (group: SettingGroup) => group.fields.some(({ name }) => form.edits[name] !== undefined)
  const wrongIn = (group: SettingGroup) => group.fields.some(({ name }) => form.faults[name] !== undefined)

  return (
    <form
      noValidate
      className={classes.columns}
      data-plain={open === undefined || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      {open !== undefined && (
        <nav className={classes.groups} aria-label={t('settings_groups')}>
          {groups.map((group) => (
            <button
              key={group.id}
              type="button"
              aria-current={group.id === open ? 'page' : undefined}
              ref={group.id === open ? scrollTo : null}
              data-changed={changedIn(group) || undefined}
              onClick={() => onOpen?.(group.id)}
            >
              {t(`settings_group_${group.id}`)}
              {wrongIn(group) && (
                <>
                  <IconAlertCircle size={18} className={classes.wrong} aria-hidden />
                  <VisuallyHidden>{t('settings_wrong_value')}</VisuallyHidden>
                </>
              )}
            </button>
          ))}
        </nav>
      )}
      <div className={classes.main}>
        {groups
          .filter(({ id }) => open === undefined || id === open)
          .map((group) => (
            <section key={group.id} className={classes.part} aria-labelledby={`settings-${group.id}`}>
              <Title order={2} size="h4" id={`settings-${group.id}`}>
                {t(`settings_group_${group.id}`)}
              </Title>
              {before?.[group.id]}
              {group.fields.map((field) => {
                const fault = form.faults[field.name]
                return (
                  <SettingRow
                    key={field.name}
                    field={field}
                    stored={stored.settings[field.name]}
                    held={form.edits[field.name]?.held}
                    fault={fault && faultText(t, format, field.name, fault)}
                    stale={form.stale.includes(field.name)}
                    busy={form.pending}
                    fixed={field.name === 'code' && stored.codeFixed ? t('settings_code_fixed') : undefined}
                    onChange={(held) => form.change(field, held)}
                    onLeave={() => form.leave(field)}
                    onTake={() => form.drop(field.name)}
                    onKeep={() => form.keep(field.name)}
                  />
                )
              })}
            </section>
          ))}
        {form.dirty > 0 && (
          <section className={classes.bar} aria-label={t('settings_unsaved', { count: form.dirty })}>
            <Text size="sm" aria-live="polite">
              {t('settings_unsaved', { count: form.dirty })}
            </Text>
            <Group gap="sm">
              <Button size="md" variant="default" disabled={form.pending} onClick={form.discard}>
                {t('settings_discard')}
              </Button>
              <Button size="md" type="submit" loading={form.pending}>
                {t('settings_save')}
              </Button>
            </Group>
          </section>
        )}
      </div>
      <HistoryPanel stored={stored} onFailure={setUndoFailure} />
      {failure !== null && (
        <FailureDialog
          reason={failure}
          onClose={() => {
            form.closeFailure()
            setUndoFailure(null)
          }}
        />
      )}
      <LeaveGuard
        dirty={form.dirty > 0}
        title={t('settings_leave_title')}
        lead={t('settings_unsaved', { count: form.dirty })}
        keep={t('settings_stay')}
      />
    </form>
  )
}

/** What is wrong with the value of one setting. */
const faultText = (t: TFunction, format: Format, name: string, fault: MessageKey): string => {
  if (fault !== 'settings_invalid' && fault !== 'settings_number') return t(fault)
  const range = rangeOf(name)
  return range === undefined
    ? t('settings_wrong_value')
    : t('settings_out_of_range', { least: format.number(range.least), most: format.number(range.most) })
}

/** Opens the field that the address names, and takes its name from the address: the same link works again. */
const useFieldOfAddress = () => {
  const navigate = useNavigate()
  const { field, ...others } = useSearch({ strict: false }) as { readonly field?: unknown }
  useEffect(() => {
    if (typeof field !== 'string') return
    // after the focus on the new screen
    requestAnimationFrame(() => {
      const input = document.getElementById(`field-${field}`)
      input?.scrollIntoView({ block: 'center' })
      input?.focus({ preventScroll: true })
    })
    void navigate({ to: '.', ...withSearch(others), replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each field of the address
  }, [field])
}

/**
 * The bar of unsaved changes appears over the lower edge of the page: the field that is being typed in moves above it.
 */
const useFieldInView = (bar: boolean) => {
  useEffect(() => {
    if (bar) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [bar])
}

/** On a phone the groups are a row that scrolls. */
const scrollTo = (button: HTMLButtonElement | null) => button?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** The failed save; closing it clears the error [settings-10]. */
const FailureDialog = ({ reason, onClose }: { readonly reason: MessageKey; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog title={t('update_failed')} closeLabel={t('close')} onClose={onClose}>
      <div className={classes.failed}>
        {reason !== 'update_failed' && <Text>{t(reason)}</Text>}
        <Button size="md" data-autofocus onClick={onClose}>
          {t('settings_close')}
        </Button>
      </div>
    </Dialog>
  )
}
