import '../../ui/mantine-parts.ts'
import { Skeleton, Title } from '@mantine/core'
import { statementsCalls } from '@remis/domain/reports/reports-routes'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SheetButtons } from '../sheet/SheetButtons.tsx'
import classes from '../sheet/sheet.module.css'
import { PeriodFields } from './PeriodFields.tsx'
import { statementQuery } from './statement-query.ts'
import { StatementFailure } from './StatementFailure.tsx'
import { StatementSheet } from './StatementSheet.tsx'
import { usePeriod } from './use-period.ts'

/** `/statement`: the statement of a driver, for this driver. */
export const OwnStatementPage = () => {
  const { t } = useTranslation()
  const period = usePeriod()
  const { data: statement, error, isPlaceholderData, refetch } = useQuery(statementQuery('own', period.days))
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <Title order={1} size="h3">
          {t('title_statements')}
        </Title>
        <PeriodFields {...period} />
        <SheetButtons file={statementsCalls.exportOwn} query={period.days} />
      </div>
      {statement !== undefined ? (
        <StatementSheet statement={statement} stale={isPlaceholderData} />
      ) : error !== null ? (
        <StatementFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} aria-busy="true" />
      )}
    </div>
  )
}
