import { Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../platform/api/settings.ts'
import { providerName } from '../platform/provider-name.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { StateChip } from '../ui/parts/StateChip.tsx'
import classes from './settings.module.css'
import { gatewaysQuery } from './settings-queries.ts'

/** The card gateways that are set up, and the address that is entered at each [design/payments-87]. */
export const CardGateways = () => {
  const { t } = useTranslation()
  const code = useSettings()?.code ?? ''
  const { data, isError, refetch } = useQuery(gatewaysQuery)
  if (data === undefined)
    return isError ? <ReadFailure text={t('gateways_error')} onRetry={() => void refetch()} /> : null
  return (
    <section className={classes.services} aria-labelledby="card-gateways">
      <Title order={3} size="h5" id="card-gateways">
        {t('gateways_title')}
      </Title>
      {data.gateways.length === 0 && <p className={classes.lead}>{t('gateways_none')}</p>}
      {data.gateways.map(({ name, takesCurrency, webhook }) => {
        const label = providerName(t, name)
        return (
          <article key={name} className={classes.service} aria-label={label}>
            <b className={classes.serviceName}>
              <bdi>{label}</bdi>
            </b>
            <StateChip
              tone={takesCurrency ? 'good' : 'wait'}
              icon={takesCurrency ? IconCircleCheck : IconAlertTriangle}
              label={t(takesCurrency ? 'gateways_takes' : 'gateways_takes_not', { code })}
            />
            {/* the test gateway is this server itself */}
            {name !== 'test' && webhook !== null && (
              <Text size="sm">
                {t('gateways_webhook')}
                <br />
                <code className={classes.address} dir="ltr">
                  {webhook}
                </code>
              </Text>
            )}
          </article>
        )
      })}
    </section>
  )
}
