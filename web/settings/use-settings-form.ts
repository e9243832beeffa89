import { settingsCalls } from '@remis/domain/backoffice/backoffice-routes'
import type { Settings } from '@remis/domain/backoffice/settings'
import { checkSettings } from '@remis/domain/backoffice/settings-checks'
import { faultsError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { useState } from 'react'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { sessionEnded } from '../platform/api/session.ts'
import { keyOf, showMessage, showRefusal } from '../platform/show-message.ts'
import { isNoNumber, isNumber, patchOf, staleNames, tidyNumber, withEdit, type SettingEdits } from './setting-edits.ts'
import type { SettingField } from './setting-groups.ts'
import { allSettingsQuery, readSettingsAgain, type AllSettings } from './settings-queries.ts'

interface Options {
  readonly stored: AllSettings
  readonly fields: readonly SettingField[]
  /** the required fields are sent with every save */
  readonly withRequired: boolean
  /** of the reader, who types numbers */
  readonly locale: string
  /** a field needs attention: it is to be shown and focused */
  readonly onFault: (name: keyof Settings) => void
}

/** The unsaved changes of a settings page and how they are saved [design/settings-2]. */
export const useSettingsForm = ({ stored, fields, withRequired, locale, onFault }: Options) => {
  const [edits, setEdits] = useState<SettingEdits>({})
  const [faults, setFaults] = useState<Partial<Record<keyof Settings, MessageKey>>>({})
  // [settings-10]
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<MessageKey | null>(null)
  const stale = staleNames(edits, fields, stored.settings, locale)

  const change = (field: SettingField, held: string | boolean) => {
    setEdits((now) => withEdit(now, field, stored.settings, held, locale))
    setFaults(({ [field.name]: _gone, ...others }) => others)
  }
  /** Tidies a number when its field is left. What is no number becomes empty [settings-7], with the bounds as fault. */
  const leave = (field: SettingField) => {
    const held = edits[field.name]?.held
    if (!isNumber(field) || typeof held !== 'string' || tidyNumber(held, locale) === held) return
    change(field, tidyNumber(held, locale))
    if (isNoNumber(field, held, locale)) setFaults((now) => ({ ...now, [field.name]: 'settings_number' }))
  }
  const drop = (name: keyof Settings) => {
    setEdits(({ [name]: _gone, ...others }) => others)
    setFaults(({ [name]: _gone, ...others }) => others)
  }
  /** Goes on from the value that someone else has stored. */
  const keep = (name: keyof Settings) =>
    setEdits((now) => {
      const edit = now[name]
      return edit === undefined ? now : { ...now, [name]: { ...edit, was: stored.settings[name] } }
    })
  const discard = () => {
    setEdits({})
    setFaults({})
  }
  /** Says what is wrong at each field of this page, and goes to the first; without one, in the failure dialog. */
  const refuse = (key: MessageKey, wrong: AppError['fields'] = {}) => {
    const here = fields.filter(({ name }) => wrong[name] !== undefined)
    const [first] = here
    if (first === undefined) return setFailure(key)
    setFaults(Object.fromEntries(here.map(({ name }) => [name, wrong[name]])))
    onFault(first.name)
  }

  const send = async (base: AllSettings, again: boolean): Promise<void> => {
    const patch = patchOf(edits, fields, base.settings, withRequired, locale)
    try {
      const saved = await call(settingsCalls.change, { body: { settings: patch, version: base.version } })
      queryClient.setQueryData(allSettingsQuery.queryKey, saved)
      discard()
      showMessage('updated', 'success')
      await readSettingsAgain()
    } catch (error) {
      const key = keyOf(error)
      if (key === 'settings_changed' && again) return sendOverNewest()
      if (key === 'wrong_code') {
        // The server has ended the session [settings-12].
        showRefusal(key, error)
        return sessionEnded()
      }
      if (key === 'demo_mode' || key === 'not_logged_in') return showMessage(key)
      refuse(key, error instanceof AppError ? error.fields : undefined)
    }
  }
  /** Someone else was faster: goes on unless one of the fields here was changed there too. */
  const sendOverNewest = async (): Promise<void> => {
    const newest = await queryClient.fetchQuery({ ...allSettingsQuery, staleTime: 0 })
    const [conflict] = staleNames(edits, fields, newest.settings, locale)
    if (conflict === undefined) return send(newest, false)
    showMessage('settings_changed')
    onFault(conflict)
  }

  const save = async (): Promise<void> => {
    if (pending) return
    if (!stored.settings.AllowCriticalEditsAdmin) return showMessage('demo_mode') // [settings-9]
    const [conflict] = stale
    if (conflict !== undefined) {
      showMessage('settings_changed')
      return onFault(conflict)
    }
    const patch = patchOf(edits, fields, stored.settings, withRequired, locale)
    const checked = checkSettings(patch, { current: stored.settings, codeFixed: stored.codeFixed })
    // An empty number may have a meaning, such as the usual radius. One that a wrong entry left empty is not saved.
    const emptied = fields.filter(({ name, kind }) => {
      const held = edits[name]?.held
      return isNoNumber({ kind }, held, locale) || (held === '' && faults[name] === 'settings_number')
    })
    const wrong = Object.fromEntries(emptied.map(({ name }) => [name, 'settings_number' as const]))
    if ('faults' in checked) {
      const { key, fields: others } = faultsError(checked.faults)
      return refuse(key, { ...wrong, ...others })
    }
    if (emptied.length > 0) return refuse('settings_number', wrong)
    setFaults({})
    setPending(true)
    await send(stored, true).catch((error: unknown) => setFailure(keyOf(error)))
    setPending(false)
  }

  return {
    edits,
    faults,
    stale,
    pending,
    failure,
    dirty: Object.keys(edits).length,
    change,
    leave,
    drop,
    keep,
    discard,
    save,
    closeFailure: () => setFailure(null),
  }
}
