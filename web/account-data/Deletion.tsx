import '@mantine/core/styles/Alert.layer.css'
import { Alert, Text } from '@mantine/core'
import { deletionDays, type DeletionBlocker } from '@remis/domain/privacy/account-data'
import { accountDataCalls } from '@remis/domain/privacy/account-data-routes'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { sessionEnded } from '../platform/api/session.ts'
import { EditButton } from '../platform/list/demo.tsx'
import { showError, showText } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useConfirmed } from '../accounts/use-confirmed.tsx'
import { accountDataQuery } from './account-data-query.ts'
import cards from '../ui/parts/CardPage.module.css'
import classes from './account-data.module.css'

interface Props {
  readonly blockers: readonly DeletionBlocker[]
  /** signing in has cancelled a request of the last days */
  readonly wasCancelled: boolean
}

/** Pages where the person can settle what blocks the deletion; only the office can settle the others. */
const placeOf: Partial<Record<DeletionBlocker, string>> = {
  'open-booking': paths.bookings(),
  owed: paths.wallet(),
  'wallet-positive': paths.wallet(),
  'wallet-negative': paths.wallet(),
  'withdrawal-open': paths.wallet(),
  'payment-open': paths.wallet(),
}

/** Deletes the account. If something must be settled first, shows what and where [design/privacy-10]. */
export const Deletion = ({ blockers, wasCancelled }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const { run, dialog } = useConfirmed(t('confirm_password_account'))
  const remove = useMutation({
    mutationFn: () => run(() => call(accountDataCalls.requestDeletion, { body: {} })),
    onSuccess: async ({ dueAt }) => {
      const text = t('deletion_done', { time: format.date(dueAt, 'date-time') })
      // before the session ends here: this page would send the reader to the sign-in
      await navigate({ to: paths.home() })
      sessionEnded()
      showText('account-deletion', text)
    },
    onError: (error) => {
      setOpen(false)
      showError(error)
      void queryClient.invalidateQueries({ queryKey: accountDataQuery.queryKey })
    },
  })
  return (
    <section className={`${cards.part} ${classes.part}`} aria-labelledby="deletion">
      <h2 id="deletion">{t('deletion_title')}</h2>
      {wasCancelled && (
        <Alert color="blue" className={classes.wide}>
          {t('deletion_cancelled')}
        </Alert>
      )}
      <Text>{t('deletion_text', { days: deletionDays })}</Text>
      <Text size="sm" c="dimmed">
        {t('deletion_stays')}
      </Text>
      {blockers.length > 0 && (
        <div className={classes.first}>
          <b>{t('deletion_blocked_title')}</b>
          <ul>
            {blockers.map((blocker) => {
              const place = placeOf[blocker]
              const text = t(`deletion_${blocker}`)
              return <li key={blocker}>{place === undefined ? text : <Link to={place}>{text}</Link>}</li>
            })}
          </ul>
        </div>
      )}
      <EditButton
        own
        size="md"
        color="red"
        variant="light"
        disabled={blockers.length > 0}
        onClick={() => setOpen(true)}
      >
        {t('deletion_request')}
      </EditButton>
      {dialog}
      {open && dialog === null && (
        <ConfirmDialog
          title={t('deletion_confirm_title')}
          lead={t('deletion_confirm', { days: deletionDays })}
          confirm={t('deletion_request')}
          keep={t('deletion_keep')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
