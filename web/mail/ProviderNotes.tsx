import { mailCalls } from '@remis/domain/mail/mail-routes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import cards from '../ui/parts/CardPage.module.css'

export const mailersQuery = queryOptions({
  queryKey: ['mail-providers'],
  queryFn: () => call(mailCalls.providers, {}),
})

/** Why nothing is sent, where nothing is [design/mail-6]. */
export const ProviderNotes = () => {
  const { t } = useTranslation()
  const { data } = useQuery(mailersQuery)
  if (data === undefined) return null
  if (data.trial)
    return (
      <p className={cards.note}>
        {data.mailbox === null ? (
          t('mails_note_public')
        ) : (
          <>
            {t('mails_note_trial')}{' '}
            <a href={data.mailbox} target="_blank" rel="noreferrer">
              {t('mails_note_mailbox')}
            </a>
          </>
        )}
      </p>
    )
  const missing = (['mail', 'sms'] as const).filter((channel) => data[channel] === null)
  return missing.map((channel) => (
    <p key={channel} className={cards.note}>
      {t(`mails_note_no_${channel}`, { count: data.waiting[channel] })}
    </p>
  ))
}
