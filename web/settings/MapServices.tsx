import { Button, Text, Title } from '@mantine/core'
import type { MapServiceView } from '@remis/domain/maps/map-services-api'
import { mapsCapabilities, mapServicesCalls } from '@remis/domain/maps/map-services-routes'
import { IconAlertTriangle, IconCircleCheck, IconClockPause } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useFormat } from '../platform/use-format.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { StateChip } from '../ui/parts/StateChip.tsx'
import { mapServicesQuery } from './settings-queries.ts'
import classes from './settings.module.css'

/** Which service does what, and the state of those outside this server [design/maps-82]. */
export const MapServices = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(mapServicesQuery)
  if (data === undefined)
    return isError ? <ReadFailure text={t('map_services_error')} onRetry={() => void refetch()} /> : null
  const { services } = data
  if (services.length === 0)
    return (
      <p className={classes.lead}>
        {t('map_services_none')} {t('map_hint')}
      </p>
    )
  return (
    <section className={classes.services} aria-labelledby="map-services">
      <Title order={3} size="h5" id="map-services">
        {t('map_services_title')}
      </Title>
      <dl>
        {mapsCapabilities.map((capability) => (
          <div key={capability}>
            <dt>{t(`map_services_${capability}`)}</dt>
            <dd>
              <bdi>
                {nameOf(services.find(({ capabilities }) => capabilities.includes(capability))) ??
                  t('map_services_here')}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
      {services.map((service) => (
        <Service key={service.name} service={service} />
      ))}
    </section>
  )
}

const names: Readonly<Record<string, string>> = {
  photon: 'Photon',
  nominatim: 'Nominatim',
  osrm: 'OSRM',
  valhalla: 'Valhalla',
  google: 'Google',
}

const nameOf = (service: MapServiceView | undefined): string | undefined =>
  service && (names[service.name] ?? service.name)

const Service = ({ service }: { readonly service: MapServiceView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const test = useMutation({
    mutationFn: () => call(mapServicesCalls.test, { body: { service: service.name } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mapServicesQuery.queryKey }),
  })
  const { host, state, lastError, requests, mostRequests, spent, mostSpent } = service
  return (
    <article className={classes.service} aria-label={nameOf(service)}>
      <div>
        <b>
          <bdi>{nameOf(service)}</bdi>
        </b>{' '}
        <Text component="bdi" size="sm" c="dimmed" dir="ltr">
          {host}
        </Text>
      </div>
      <StateChip
        tone={state === 'ok' ? 'good' : state === 'failing' ? 'wait' : 'bad'}
        icon={state === 'ok' ? IconCircleCheck : state === 'paused' ? IconClockPause : IconAlertTriangle}
        label={t(`map_services_${state}`)}
      />
      <Text size="sm">
        {t('map_services_calls', { used: format.number(requests), most: format.number(mostRequests) })}
        {spent > 0 && (
          <>
            {' '}
            ·{' '}
            {t('map_services_spent', { spent: dollars(spent, format.locale), most: dollars(mostSpent, format.locale) })}
          </>
        )}
      </Text>
      {/* a test that fails says the same below */}
      {state !== 'ok' && lastError !== null && test.data?.ok !== false && (
        <Text size="sm" c="dimmed">
          {format.date(lastError.at, 'date-time')}: <bdi>{lastError.text}</bdi>
        </Text>
      )}
      <div className={classes.serviceTest}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('map_services_test')}
        </Button>
        <output>
          {test.data !== undefined &&
            (test.data.ok
              ? t('map_services_answered', { ms: format.number(test.data.ms) })
              : t('map_services_no_answer', { detail: test.data.detail }))}
          {test.isError && t('map_services_no_answer', { detail: test.error.message })}
        </output>
      </div>
    </article>
  )
}

/** List prices are in US dollars, whatever the currency of fares is. */
const dollars = (amount: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(amount)
