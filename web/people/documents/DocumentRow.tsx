import { Group, Text, TextInput } from '@mantine/core'
import { documentState } from '@remis/domain/driver-documents/application'
import type { DocumentSlot } from '@remis/domain/driver-documents/driver-documents-api'
import { driverDocumentsCalls } from '@remis/domain/driver-documents/driver-documents-routes'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../../platform/list/demo.tsx'
import { useFormat } from '../../platform/use-format.ts'
import { DocumentChip } from '../../ui/parts/DocumentChip.tsx'
import { usePersonChange } from '../people-queries.ts'
import classes from './documents.module.css'

/** What the office types before it decides on a document. */
export interface Decision {
  /** the last day of the document, YYYY-MM-DD or empty; undefined: as the driver gave it */
  readonly day?: string
  readonly reason?: string
}

interface Props {
  readonly slot: DocumentSlot
  /** id of the driver */
  readonly person: string
  readonly admin: boolean
  readonly typed: Decision
  readonly onType: (typed: Decision) => void
}

/** A document with its picture, and the office's decision on the one that waits. */
export const DocumentRow = ({ slot, person, admin, typed, onType }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, required, expires, accepted, latest } = slot
  const shown = latest ?? accepted
  const { day = latest?.expiresOn ?? '', reason = '' } = typed
  const decide = usePersonChange(driverDocumentsCalls.decide)
  const name = t(`document_${kind}`)
  const send = (accept: boolean) => {
    if (latest === null) return
    const more = accept ? (expires ? { expiresOn: day } : {}) : { reason: reason.trim() }
    decide.mutate({ params: { id: person }, body: { document: latest.id, accept, ...more } })
  }
  return (
    <li className={classes.row}>
      {shown === null ? (
        <span className={classes.empty} />
      ) : (
        <a href={shown.url} target="_blank" rel="noreferrer">
          <img className={classes.picture} src={shown.url} alt={name} loading="lazy" />
        </a>
      )}
      <div className={classes.facts}>
        <b>{name}</b>
        <span>
          <DocumentChip state={documentState(shown)} />{' '}
          <small>{t(required ? 'document_required' : 'document_optional')}</small>
        </span>
        {accepted?.expiresOn && <small>{t('document_until', { date: format.day(accepted.expiresOn) })}</small>}
        {latest?.state === 'refused' && (
          <Text size="sm" c="red" dir="auto">
            {latest.reason}
          </Text>
        )}
        {admin && latest?.state === 'waiting' && (
          <div className={classes.decision}>
            {expires && (
              <TextInput
                type="date"
                label={t('document_last_day')}
                value={day}
                readOnly={decide.isPending}
                onChange={(event) => onType({ ...typed, day: event.currentTarget.value })}
              />
            )}
            <TextInput
              dir="auto"
              maxLength={300}
              label={t('application_reason')}
              value={reason}
              readOnly={decide.isPending}
              onChange={(event) => onType({ ...typed, reason: event.currentTarget.value })}
            />
            <Group gap="xs">
              <EditButton
                size="compact-md"
                aria-label={t('document_accept_named', { document: name })}
                loading={decide.isPending}
                onClick={() => send(true)}
              >
                {t('document_accept')}
              </EditButton>
              <EditButton
                size="compact-md"
                variant="light"
                color="red"
                aria-label={t('document_refuse_named', { document: name })}
                disabled={reason.trim() === ''}
                loading={decide.isPending}
                onClick={() => send(false)}
              >
                {t('document_refuse')}
              </EditButton>
            </Group>
          </div>
        )}
      </div>
    </li>
  )
}
