import '../../ui/mantine-parts.ts'
import { Skeleton, Text, Title } from '@mantine/core'
import { statementsCalls } from '@remis/domain/reports/reports-routes'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/api/session.ts'
import { SheetButtons } from '../sheet/SheetButtons.tsx'
import classes from '../sheet/sheet.module.css'
import { OwnerPicker } from './OwnerPicker.tsx'
import { PeriodFields } from './PeriodFields.tsx'
import { statementQuery } from './statement-query.ts'
import { StatementFailure } from './StatementFailure.tsx'
import { StatementSheet } from './StatementSheet.tsx'
import { usePeriod } from './use-period.ts'

/** `/statements`: the statement of a driver or a fleet; a fleet admin begins with their own fleet. */
export const StatementsPage = () => {
  const { t } = useTranslation()
  const { user } = useSession()
  const period = usePeriod()
  const own = user?.usertype === 'fleetadmin' && (period.of === undefined || period.of === user.id)
  const of = own ? 'own' : period.of
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...statementQuery(of ?? '', period.days),
    enabled: of !== undefined,
  })
  const statement = of === undefined ? undefined : data
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <Title order={1} size="h3">
          {t('title_statements')}
        </Title>
        <OwnerPicker
          value={statement === undefined ? null : { id: own ? user.id : (of ?? ''), name: statement.of.name }}
          onChoose={period.choose}
        />
        <PeriodFields {...period} />
        {statement !== undefined && (
          <SheetButtons
            file={own ? statementsCalls.exportOwn : statementsCalls.exportOf}
            query={period.days}
            params={own ? {} : { id: of }}
          />
        )}
      </div>
      <div className={classes.screen}></div>
      {of === undefined ? (
        <Text className={classes.dim ?? ''}>{t('statement_choose')}</Text>
      ) : statement !== undefined ? (
        <StatementSheet statement={statement} stale={isPlaceholderData} />
      ) : error !== null ? (
        <StatementFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} aria-busy="true" />
      )}
    </div>
  )
}
