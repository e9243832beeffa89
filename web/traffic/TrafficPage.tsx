import '../ui/mantine-parts.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { roadClasses, type RoadClass } from '@remis/domain/traffic/road-classes'
import type { Traffic } from '@remis/domain/traffic/traffic-api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../platform/list/demo.tsx'
import { useFormat } from '../platform/use-format.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { HeatTable } from './HeatTable.tsx'
import classes from './traffic.module.css'
import { trafficQuery, useTrafficChange } from './traffic-queries.ts'

/** `/traffic`: the factors that trips suggest and those in use, by class of road, day and hour [design/maps-112]. */
export const TrafficPage = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(trafficQuery)
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {t('title_traffic')}
        </Title>
        <Text c="dimmed">{t('traffic_intro')}</Text>
      </div>
      {data !== undefined && <Factors traffic={data} />}
      {data === undefined && isError && <ReadFailure text={t('traffic_failed')} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton height={480} aria-busy="true" />}
    </div>
  )
}

const Factors = ({ traffic }: { readonly traffic: Traffic }) => {
  const { t } = useTranslation()
  const [roads, setRoads] = useState<RoadClass>('main')
  const shown = traffic.classes.find(({ roadClass }) => roadClass === roads)
  const empty = traffic.inUse === null && traffic.classes.every(({ hours }) => hours.every(({ trips }) => trips === 0))
  if (empty)
    return (
      <div className={classes.none}>
        <Text fw={600}>{t('traffic_none')}</Text>
        <Text>{t('traffic_none_hint')}</Text>
        <Waiting count={traffic.waiting} />
      </div>
    )
  return (
    <>
      <InUse traffic={traffic} />
      <div className={classes.bar}>
        <SegmentedControl
          size="md"
          aria-label={t('traffic_roads')}
          value={roads}
          onChange={(value) => setRoads(roadClasses.find((one) => one === value) ?? roads)}
          data={roadClasses.map((value) => ({ value, label: t(`traffic_class_${value}`) }))}
        />
        <Text size="sm" c="dimmed">
          {t('traffic_legend')}
        </Text>
      </div>
      {shown !== undefined && <HeatTable roads={t(`traffic_class_${roads}`)} hours={shown.hours} />}
    </>
  )
}

/** Since when which factors are in use, and the two changes. */
const InUse = ({ traffic: { inUse, timezone, waiting, version } }: { readonly traffic: Traffic }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [asking, setAsking] = useState<'accept' | 'clear' | null>(null)
  return (
    <div className={classes.state}>
      <div>
        <Text fw={600}>
          {inUse === null
            ? t('traffic_free')
            : t('traffic_in_use', { time: format.date(inUse.acceptedAt, 'date-time') })}
        </Text>
        {inUse !== null && inUse.timezone !== timezone && (
          <Text size="sm">{t('traffic_in_use_zone', { zone: inUse.timezone })}</Text>
        )}
        <Waiting count={waiting} />
      </div>
      <div className={classes.buttons}>
        {inUse !== null && (
          <EditButton variant="default" size="md" onClick={() => setAsking('clear')}>
            {t('traffic_clear')}
          </EditButton>
        )}
        <EditButton size="md" onClick={() => setAsking('accept')}>
          {t('traffic_accept')}
        </EditButton>
      </div>
      {asking !== null && <ChangeDialog name={asking} version={version} onClose={() => setAsking(null)} />}
    </div>
  )
}

const Waiting = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (count === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {t('traffic_waiting', { count: format.number(count) })}
    </Text>
  )
}

interface ChangeProps {
  readonly name: 'accept' | 'clear'
  readonly version: number
  readonly onClose: () => void
}

const ChangeDialog = ({ name, version, onClose }: ChangeProps) => {
  const { t } = useTranslation()
  const change = useTrafficChange(name)
  return (
    <ConfirmDialog
      title={t(`traffic_${name}`)}
      lead={t(`traffic_${name}_lead`)}
      confirm={t(`traffic_${name}`)}
      keep={t('cancel')}
      harmless
      busy={change.isPending}
      onConfirm={() => change.mutate(version, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
