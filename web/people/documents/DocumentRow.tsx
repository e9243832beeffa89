import { Group, Text, TextInput } from '@mantine/core'
import { documentState } from '@remis/domain/driver-documents/application'
import type { DocumentSlot } from '@remis/domain/driver-documents/driver-documents-api'
import { driverDocumentsCalls } from '@remis/domain/driver-documents/driver-documents-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../../platform/list/demo.tsx'
import { useFormat } from '../../platform/use-format.ts'
import { DocumentChip } from '../../ui/parts/DocumentChip.tsx'
import { usePersonChange } from '../people-queries.ts'
import classes from './documents.module.css'

interface Props {
  readonly slot: DocumentSlot
  /** id of the driver */
  readonly person: string
  readonly admin: boolean
}

/** A document with its picture, and the office's decision on the one that waits. */
export const DocumentRow = ({ slot, person, admin }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, required, expires, accepted, latest } = slot
  const shown = latest ?? accepted
  const [day, setDay] = useState(latest?.expiresOn ?? '')
  const [reason, setReason] = useState('')
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
                onChange={(event) => setDay(event.currentTarget.value)}
              />
            )}
            <TextInput
              dir="auto"
              maxLength={300}
              label={t('application_reason')}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
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
