import '../ui/mantine-parts.ts'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountDataQuery } from './account-data-query.ts'
import { DemoAccountNote } from '../platform/list/demo.tsx'
import cards from '../ui/parts/CardPage.module.css'
import { Deletion } from './Deletion.tsx'
import { Export } from './Export.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'

/** `/account-data`: download the account's data, or delete the account [design/privacy-10]. */
export const AccountDataPage = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(accountDataQuery)
  return (
    <div className={cards.page}>
      <div>
        <Title order={1} size="h3">
          {t('your_data')}
        </Title>
        <Text c="dimmed">{t('account_data_lead')}</Text>
      </div>
      <DemoAccountNote />
      {data === undefined ? (
        isError ? (
          <ReadFailure text={t('account_data_failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={160} aria-busy="true" />
        )
      ) : (
        <>
          <Export made={data.export} />
          <Deletion blockers={data.blockers} wasCancelled={data.deletionCancelledAt !== null} />
        </>
      )}
    </div>
  )
}
