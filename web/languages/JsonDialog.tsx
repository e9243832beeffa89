import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { languagesCalls } from '@remis/domain/backoffice/backoffice-routes'
import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import type { Texts } from '@remis/domain/texts/languages'
import type { TextChecks } from '@remis/domain/texts/text-checks'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { EditButton } from '../platform/list/demo.tsx'
import { submitEdit } from '../platform/list/submit-edit.ts'
import { showMessage } from '../platform/show-message.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { UnsavedQuestion, useUnsaved } from '../ui/dialogs/unsaved.tsx'
import { changesBetween, parseTexts, withText, writeTexts, type TextConflict } from './json-texts.ts'
import { TextConflicts } from './TextConflicts.tsx'
import classes from './languages.module.css'
import { useTextChecks } from './use-text-checks.ts'

interface Props {
  readonly id: string
  /** texts of a file, which are shown over the stored ones; nothing is saved before the admin saves it */
  readonly imported?: Texts
  readonly onClose: () => void
}

/** More faults are counted, not listed. */
const mostFaults = 8

const readPairs = (id: string) => call(languagesCalls.pairs, { params: { id } })

/** The texts of a language as JSON, 850 px wide with an area of 800x500 [languages-10]. */
export const JsonDialog = ({ id, imported = {}, onClose }: Props) => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery({
    queryKey: ['language-pairs', id],
    // no refetch: it would change the text while the admin edits it
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: () => readPairs(id),
  })
  const checks = useTextChecks()
  const name = data?.language.langName ?? ''
  /** null: nothing was edited yet */
  const [edited, setEdited] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const stored = data?.keyValuePairs ?? {}
  const json = edited ?? writeTexts({ ...stored, ...imported })
  const dirty = data !== undefined && json !== writeTexts(stored)
  const { asking, close, leave, keep } = useUnsaved({ dirty, busy }, onClose)
  return (
    <Dialog
      title={data === undefined ? t('language_json') : t('language_json_one', { name })}
      closeLabel={t('close')}
      size={850}
      onClose={close}
    >
      {data === undefined || checks === undefined ? (
        <div className={classes.json}>
          {isError ? (
            <ReadFailure text={t('table_failed')} onRetry={() => void refetch()} />
          ) : (
            <Skeleton className={classes.area ?? ''} />
          )}
        </div>
      ) : (
        <JsonForm
          id={id}
          checks={checks}
          code={data.language.langLocale}
          stored={stored}
          json={json}
          onEdit={setEdited}
          busy={busy}
          onBusy={setBusy}
          onClose={close}
          onSaved={leave}
          question={asking && <UnsavedQuestion onKeep={keep} onDiscard={leave} />}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  readonly id: string
  readonly checks: TextChecks
  readonly code: string
  readonly stored: Texts
  readonly json: string
  readonly onEdit: (json: string) => void
  readonly busy: boolean
  readonly onBusy: (busy: boolean) => void
  readonly onClose: () => void
  readonly onSaved: () => void
  /** asks before unsaved texts are lost; shown instead of the buttons */
  readonly question: ReactNode
}

const JsonForm = ({ id, checks, code, stored, json, busy, question, ...on }: FormProps) => {
  const { t } = useTranslation()
  const [base, setBase] = useState(stored)
  const [faults, setFaults] = useState<readonly (readonly [string, MessageKey])[]>([])
  const [conflicts, setConflicts] = useState<readonly TextConflict[]>([])

  const save = async () => {
    const texts = parseTexts(json)
    setFaults([])
    if (texts === null) return showMessage('json_error')
    const changes = changesBetween(base, texts)
    const wrong = Object.entries(checks.checkTextChanges(changes, { code, pairs: base }))
    if (wrong.length > 0) return setFaults(wrong)
    if (changes.length === 0) return on.onSaved()
    on.onBusy(true)
    const refused = await submitEdit(
      async () => {
        try {
          await call(languagesCalls.changeTexts, { params: { id }, body: { texts: changes } })
          on.onSaved()
        } catch (error) {
          if (error instanceof AppError && error.key === 'texts_changed') return compare(error, texts)
          throw error
        }
      },
      changes.map(({ key }) => key),
    )
    on.onBusy(false)
    setFaults(Object.entries(refused ?? {}))
  }
  /** Another admin saved some of these texts meanwhile: both versions are shown. */
  const compare = async ({ fields }: AppError, texts: Texts) => {
    const now = new Map(Object.entries((await readPairs(id)).keyValuePairs))
    const mine = new Map(Object.entries(texts))
    setConflicts(
      Object.keys(fields ?? {}).map((key) => ({ key, mine: mine.get(key) ?? null, theirs: now.get(key) ?? null })),
    )
  }
  const resolve = (keep: 'mine' | 'theirs') => {
    setBase(conflicts.reduce((texts, { key, theirs }) => withText(texts, key, theirs), base))
    if (keep === 'theirs')
      on.onEdit(
        writeTexts(conflicts.reduce((texts, { key, theirs }) => withText(texts, key, theirs), parseTexts(json) ?? {})),
      )
    setConflicts([])
  }
  return (
    <Stack gap="sm" className={classes.json ?? ''}>
      <Text size="sm" c="dimmed" id="json-hint">
        {t('language_json_hint')}
      </Text>
      <textarea
        className={classes.area}
        dir="ltr"
        spellCheck={false}
        data-autofocus
        aria-label={t('language_json_label')}
        aria-describedby="json-hint"
        value={json}
        readOnly={busy || conflicts.length > 0}
        onChange={(event) => on.onEdit(event.currentTarget.value)}
      />
      {faults.length > 0 && (
        <div className={classes.faults} role="alert">
          <b>{t('language_json_faults', { count: faults.length })}</b>
          <ul>
            {faults.slice(0, mostFaults).map(([key, fault]) => (
              <li key={key}>
                <code>{key}</code> {t(fault)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {question ? (
        question
      ) : conflicts.length > 0 ? (
        <TextConflicts conflicts={conflicts} onResolve={resolve} />
      ) : (
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={on.onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <EditButton size="md" loading={busy} onClick={() => void save()}>
            {t('table_save')}
          </EditButton>
        </Group>
      )}
    </Stack>
  )
}
