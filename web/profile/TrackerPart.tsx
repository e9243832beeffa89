import { Button, Skeleton, Text } from '@mantine/core'
import type { Reply } from '@remis/domain/kit/endpoint'
import { trackingCalls } from '@remis/domain/tracking/tracking-routes'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { showError } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import cards from '../ui/parts/CardPage.module.css'
import classes from './profile.module.css'
import { TrackerDialog } from './TrackerDialog.tsx'

const trackerQuery = queryOptions({
  queryKey: ['tracker'],
  queryFn: () => call(trackingCalls.tracker, {}),
  refetchInterval: 30_000,
})

type Asked = 'again' | 'end' | null

/** The app that sends a driver's position while this page sleeps [design/tracking-30]. */
export const TrackerPart = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(trackerQuery)
  const [asked, setAsked] = useState<Asked>(null)
  const [made, setMade] = useState<Reply<typeof trackingCalls.makeTracker> | null>(null)
  const settle = () => {
    setAsked(null)
    return queryClient.invalidateQueries({ queryKey: trackerQuery.queryKey })
  }
  const make = useMutation({
    mutationFn: () => call(trackingCalls.makeTracker, { body: {} }),
    onSuccess: setMade,
    onError: showError,
    onSettled: settle,
  })
  const end = useMutation({
    mutationFn: () => call(trackingCalls.endTracker, {}),
    onError: showError,
    onSettled: settle,
  })
  const busy = make.isPending || end.isPending
  return (
    <section className={cards.part} aria-labelledby="profile-tracker">
      <div>
        <h2 id="profile-tracker">{t('profile_tracker')}</h2>
        <Text c="dimmed">{t('profile_tracker_lead')}</Text>
      </div>
      {data === undefined ? (
        isError ? (
          <ReadFailure text={t('profile_failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={44} aria-busy="true" />
        )
      ) : data.createdAt === null ? (
        <div className={classes.actions}>
          <Button size="md" variant="default" loading={busy} onClick={() => make.mutate()}>
            {t('profile_tracker_make')}
          </Button>
        </div>
      ) : (
        <>
          <TrackerState createdAt={data.createdAt} usedAt={data.usedAt} />
          <div className={classes.actions}>
            <Button size="md" variant="default" disabled={busy} onClick={() => setAsked('again')}>
              {t('profile_tracker_again')}
            </Button>
            <Button size="md" variant="subtle" color="red" disabled={busy} onClick={() => setAsked('end')}>
              {t('profile_tracker_end')}
            </Button>
          </div>
        </>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={t(`profile_tracker_${asked}`)}
          lead={t(`profile_tracker_${asked}_lead`)}
          confirm={t(`profile_tracker_${asked}`)}
          keep={t('cancel')}
          busy={busy}
          onConfirm={() => (asked === 'end' ? end : make).mutate()}
          onClose={() => setAsked(null)}
        />
      )}
      {made !== null && <TrackerDialog made={made} onClose={() => setMade(null)} />}
    </section>
  )
}

const TrackerState = ({ createdAt, usedAt }: { createdAt: number; usedAt: number | null }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  return (
    <p>
      {t('profile_tracker_since', { date: format.date(createdAt, 'date-time') })}
      <br />
      <Text span c="dimmed" aria-live="polite">
        {usedAt === null ? t('profile_tracker_unused') : t('profile_tracker_used', { time: format.ago(usedAt, now) })}
      </Text>
    </p>
  )
}
