import { Group, Textarea } from '@mantine/core'
import type { LanguageText } from '@remis/domain/backoffice/languages-api'
import type { MessageKey } from '@remis/domain/messages/english'
import { directionOf, fallbackLanguage } from '@remis/domain/texts/languages'
import { placeholdersOf, type TextChecks } from '@remis/domain/texts/text-checks'
import { IconAlertTriangle, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../platform/list/demo.tsx'
import { StateChip } from '../ui/parts/StateChip.tsx'
import classes from './languages.module.css'
import { Placeholders, SourceText } from './SourceText.tsx'
import { TextConflicts } from './TextConflicts.tsx'
import type { Draft } from './text-drafts.ts'

interface Props {
  readonly row: LanguageText
  readonly sourceCode: string
  readonly code: string
  readonly checks: TextChecks
  readonly draft: Draft | undefined
  readonly onDraft: (draft: Draft | undefined) => void
  /** sends it; answers what the server refuses */
  readonly save: (from: string | null, to: string | null) => Promise<MessageKey | null>
  readonly onNext: () => void
}

/** A text beside the one that it is translated from. Ctrl+Enter saves and goes to the next missing one. */
export const TextRow = ({ row, sourceCode, code, checks, draft, onDraft, save, onNext }: Props) => {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [fault, setFault] = useState<MessageKey | null>(null)
  const [busy, setBusy] = useState(false)
  const text = draft?.text ?? row.text ?? ''
  const dirty = draft !== undefined && draft.text !== (row.text ?? '')
  // someone else saved another text meanwhile
  const stale = dirty && draft.from !== row.text
  const wanted = placeholdersOf(checks.englishOf(row.key) ?? '')

  const send = async (from: string | null, to: string | null) => {
    const wrong = to === null ? null : checks.checkText(row.key, to)
    setFault(wrong)
    if (wrong !== null) return false
    setBusy(true)
    const refused = await save(from, to)
    setBusy(false)
    // the conflict is shown with both versions
    setFault(refused === 'texts_changed' ? null : refused)
    if (refused === null) onDraft(undefined)
    return refused === null
  }
  const saveAndGo = () => {
    if (stale || busy) return
    if (checks.checkText(row.key, text) === null) onNext()
    if (dirty || row.missing || row.writtenFor !== null) void send(draft?.from ?? row.text, text)
  }
  const insert = (name: string) => {
    if (busy) return
    const at = field.current?.selectionStart ?? text.length
    onDraft({ from: draft?.from ?? row.text, text: `${text.slice(0, at)}{{${name}}}${text.slice(at)}` })
    field.current?.focus()
  }
  return (
    <li className={classes.row} data-missing={row.missing || undefined}>
      <div className={classes.source}>
        <span className={classes.key}>
          <code dir="ltr" lang={fallbackLanguage.code}>
            {row.key}
          </code>
          {row.missing && <StateChip tone="wait" icon={IconAlertTriangle} label={t('language_text_missing')} />}
          {row.writtenFor !== null && <StateChip tone="move" icon={IconRefresh} label={t('language_text_changed')} />}
          {row.edited && row.writtenFor === null && (
            <StateChip tone="quiet" icon={IconPencil} label={t('language_text_edited')} />
          )}
        </span>
        <SourceText text={row.source} code={sourceCode} />
        {row.writtenFor !== null && (
          <dl className={classes.before}>
            <dt>{t('language_text_before')}</dt>
            <dd>
              <SourceText text={row.writtenFor} code={code} />
            </dd>
            <dt>{t('language_text_now')}</dt>
            <dd>
              <SourceText text={row.builtIn} code={code} />
            </dd>
          </dl>
        )}
      </div>
      <div className={classes.translation}>
        <Textarea
          ref={field}
          autosize
          minRows={1}
          maxRows={12}
          aria-label={t('language_text_label', { key: row.key })}
          lang={code}
          dir={directionOf(code)}
          value={text}
          readOnly={busy}
          maxLength={5000}
          error={fault === null ? undefined : t(fault)}
          onChange={(event) => {
            setFault(null)
            onDraft({ from: draft === undefined ? row.text : draft.from, text: event.currentTarget.value })
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            saveAndGo()
          }}
        />
        {wanted.length > 0 && <Placeholders wanted={wanted} found={placeholdersOf(text)} onInsert={insert} />}
        {stale ? (
          <TextConflicts
            conflicts={[{ key: row.key, mine: draft.text, theirs: row.text }]}
            onResolve={(keep) => onDraft(keep === 'mine' ? { from: row.text, text: draft.text } : undefined)}
          />
        ) : (
          <Group gap={4}>
            {dirty && (
              <>
                <EditButton size="compact-sm" loading={busy} onClick={() => void send(draft.from, text)}>
                  {t('table_save')}
                </EditButton>
                <EditButton
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  disabled={busy}
                  onClick={() => onDraft(undefined)}
                >
                  {t('form_discard')}
                </EditButton>
              </>
            )}
            {!dirty && row.text !== null && (row.missing || row.writtenFor !== null) && (
              <EditButton
                size="compact-sm"
                variant="subtle"
                color="gray"
                loading={busy}
                onClick={() => void send(row.text, row.text)}
              >
                {t('language_text_confirm')}
              </EditButton>
            )}
            {!dirty && row.edited && (
              <EditButton
                size="compact-sm"
                variant="subtle"
                color="gray"
                loading={busy}
                onClick={() => void send(row.text, null)}
              >
                {t('language_text_reset')}
              </EditButton>
            )}
          </Group>
        )}
      </div>
    </li>
  )
}
