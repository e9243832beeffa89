import { Text, TextInput } from '@mantine/core'
import { documentKinds } from '@remis/domain/driver-documents/document-kinds'
import { documentState } from '@remis/domain/driver-documents/application'
import type { DocumentSlot } from '@remis/domain/driver-documents/driver-documents-api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadButton } from '../../files/UploadButton.tsx'
import { usePictureState } from '../../files/use-picture-sender.ts'
import { useFormat } from '../../platform/use-format.ts'
import { DocumentChip } from '../../ui/parts/DocumentChip.tsx'
import { handInDocument } from './use-application-change.ts'
import classes from './join.module.css'

/** One kind of document: the current one with its state, and the next one. */
export const DocumentCard = ({ slot }: { slot: DocumentSlot }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, required, expires, accepted, latest } = slot
  const [day, setDay] = useState('')
  const keptFor = { subject: 'documents', name: kind }
  const chosen = usePictureState(keptFor)
  const shown = latest ?? accepted
  const name = t(`document_${kind}`)
  return (
    <li className={classes.document}>
      <div className={classes.what}>
        <b>{name}</b>
        <small>{t(required ? 'document_required' : 'document_optional')}</small>
        <DocumentChip state={documentState(shown)} />
        {accepted?.expiresOn && <small>{t('document_until', { date: format.day(accepted.expiresOn) })}</small>}
        {latest?.state === 'refused' && (
          <Text size="sm" c="red" dir="auto">
            {latest.reason}
          </Text>
        )}
      </div>
      {shown !== null && (
        <a href={shown.url} target="_blank" rel="noreferrer" className={classes.thumb}>
          <img src={shown.url} alt={name} loading="lazy" />
        </a>
      )}
      <div className={classes.next}>
        {expires && (
          <TextInput
            size="md"
            type="date"
            label={t('document_last_day')}
            value={day}
            // it is sent with the picture that was chosen for it
            disabled={chosen !== null && chosen.phase !== 'refused'}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        )}
        <UploadButton
          wide
          kind={documentKinds[kind].file}
          label={t(shown === null ? 'document_upload' : 'document_upload_new')}
          name={`${t(shown === null ? 'document_upload' : 'document_upload_new')}: ${name}`}
          disabled={expires && day === ''}
          keptFor={keptFor}
          {...(expires ? { note: day } : {})}
          onUploaded={({ id }, expiresOn) =>
            handInDocument({ kind, file: id, ...(expiresOn === undefined ? {} : { expiresOn }) })
          }
        />
      </div>
    </li>
  )
}
