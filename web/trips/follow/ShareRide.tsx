import '../../ui/mantine-parts.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { busyStatuses } from '@remis/domain/booking/statuses'
import type { LinkView, ListedLink } from '@remis/domain/guest-links/guest-links-api'
import { guestLinksCalls } from '@remis/domain/guest-links/guest-links-routes'
import { IconShare } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { call } from '../../platform/api/call.ts'
import { useVariant } from '../../platform/api/settings.ts'
import { useNow } from '../../platform/api/server-clock.ts'
import { keyOf, showFailure } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { isArrived } from '../trip-state.ts'
import classes from './follow.module.css'

const addressOf = (token: string): string => new URL(paths.follow(token), window.location.href).href

interface Props {
  readonly trip: Pick<BookingView, 'id' | 'status'>
  readonly size?: 'sm' | 'md'
  /** The driver shares the car alone, while on the trip [design/access-102]. */
  readonly side?: 'rider' | 'driver'
}

/** Lets others follow the ride by a link, while it goes on [design/access-100]. */
export const ShareRide = ({ trip, size = 'md', side = 'rider' }: Props) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { status } = trip
  const going = side === 'driver' ? busyStatuses.includes(status) : !isArrived(status) && status !== 'CANCELLED'
  if (!going) return null
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<IconShare size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t(texts[side].title)}
      </Button>
      {open && <ShareDialog bookingId={trip.id} side={side} onClose={() => setOpen(false)} />}
    </>
  )
}

const texts = {
  rider: { title: 'share_ride', lead: 'share_lead', text: 'share_text' },
  driver: { title: 'share_trip', lead: 'share_trip_lead', text: 'share_trip_text' },
} as const

interface DialogProps {
  readonly bookingId: string
  readonly side: 'rider' | 'driver'
  readonly onClose: () => void
}

const ShareDialog = ({ bookingId, side, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  // The office reads the address of a link for the receiver only here, after it has made it [design/access-111].
  const [made, setMade] = useState<Readonly<Record<string, string>>>({})
  const params = { id: bookingId }
  const queryKey = ['guest-links', bookingId]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => call(guestLinksCalls.list, { params }),
    refetchInterval: 30_000,
  })
  const change = async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true)
    try {
      return await work()
    } catch (error) {
      showFailure(error)
      return undefined
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey })
    }
  }
  const words = texts[side]
  const add = async (view?: LinkView) => {
    const body = view === undefined ? {} : { view }
    const link = await change(() => call(guestLinksCalls.add, { params, body }))
    if (link === undefined) return
    setMade((before) => ({ ...before, [link.id]: link.token }))
    // The browser may refuse it after the wait for the server; the row has its own button.
    if (typeof navigator.share === 'function')
      await navigator.share({ text: t(words.text), url: addressOf(link.token) }).catch(() => undefined)
  }
  const rows = data?.rows ?? []
  const { needsRecipient } = useVariant()
  const parcel = needsRecipient && side === 'rider'
  return (
    <Dialog title={t(words.title)} closeLabel={t('close')} onClose={onClose}>
      <Stack gap="md">
        <Text>{t(words.lead)}</Text>
        {data === undefined && error !== null && <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />}
        {rows.length > 0 && (
          <ul className={classes.links} aria-label={t('share_links')}>
            {rows.map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                token={link.token ?? made[link.id] ?? null}
                title={parcel ? t(link.view === 'receiver' ? 'share_for_receiver' : 'share_to_follow') : null}
                busy={busy}
                onEnd={() => void change(() => call(guestLinksCalls.end, { params, body: { link: link.id } }))}
              />
            ))}
          </ul>
        )}
        <Group justify="flex-end">
          <Button
            size="md"
            {...(parcel ? { variant: 'default' } : { 'data-autofocus': true })}
            loading={busy}
            onClick={() => void add()}
          >
            {t(rows.length === 0 ? 'share_make' : 'share_more')}
          </Button>
          {parcel && (
            <Button size="md" data-autofocus loading={busy} onClick={() => void add('receiver')}>
              {t('share_make_receiver')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

interface LinkRowProps {
  readonly link: ListedLink
  /** null: its address is not shown here */
  readonly token: string | null
  /** its view in words, where there are two */
  readonly title: string | null
  readonly busy: boolean
  readonly onEnd: () => void
}

const LinkRow = ({ link, token, title, busy, onEnd }: LinkRowProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  const [copied, setCopied] = useState(false)
  const address = token === null ? null : addressOf(token)
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined, // not allowed here: the address can be selected
    )
  return (
    <li className={classes.link}>
      {title !== null && <Text fw={600}>{title}</Text>}
      {link.bySms && <Text size="sm">{t('share_by_sms')}</Text>}
      {address !== null && (
        <code dir="ltr" className={classes.address}>
          {address}
        </code>
      )}
      <Text size="xs" c="dimmed">
        {link.openedAt === null ? t('share_not_opened') : t('share_opened', { time: format.ago(link.openedAt, now) })}
      </Text>
      <Group gap="xs">
        {address !== null && (
          <Button size="sm" variant="default" onClick={() => void copy(address)}>
            <span aria-live="polite">{t(copied ? 'share_copied' : 'share_copy')}</span>
          </Button>
        )}
        <Button size="sm" variant="subtle" color="red" disabled={busy} onClick={onEnd}>
          {t('share_end')}
        </Button>
      </Group>
    </li>
  )
}
