import { Button, Stack, Text, Textarea } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { bookingCan } from '@remis/domain/booking/booking-status'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMove } from '../booking-parts/booking-queries.ts'
import { serverNow } from '../platform/api/server-clock.ts'
import { useSession } from '../platform/api/session.ts'
import { Stars } from '../ui/parts/Stars.tsx'
import { TagPicker } from '../ui/parts/TagPicker.tsx'
import classes from './trip.module.css'

const good = ['clean', 'friendly', 'safe', 'route'] as const
const bad = ['late', 'dirty', 'rude', 'unsafe', 'detour'] as const

/** Stars, matching tags and a comment; a thank-you once rated. */
export const Rating = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const [stars, setStars] = useState(0)
  const [tags, setTags] = useState<readonly string[]>([])
  const [words, setWords] = useState('')
  const rate = useMove(bookingsCalls.rate)
  if (trip.rating !== null)
    return (
      <Text className={classes.thanks} aria-live="polite">
        {t('trip_rated', { count: trip.rating })}
      </Text>
    )
  if (user === null || !bookingCan.rate(trip, { id: user.id, role: user.usertype }, serverNow())) return null
  const choices = stars >= 4 ? good : bad
  const send = () =>
    rate.mutate({
      params: { id: trip.id },
      body: {
        rating: stars,
        tags: tags.filter((tag) => choices.some((choice) => choice === tag)),
        ...(words.trim() === '' ? {} : { feedback: words.trim() }),
      },
    })
  return (
    <section className={classes.rate} aria-labelledby="rate">
      <h2 id="rate">{t('trip_rate_title', { driver: trip.driver_name ?? '' })}</h2>
      <Stars
        value={stars}
        label={t('trip_rate_stars')}
        say={(count) => t('trip_rate_star', { count })}
        onChange={setStars}
      />
      {stars > 0 && (
        <Stack gap="md">
          <TagPicker
            label={t(stars >= 4 ? 'trip_rate_tags_good' : 'trip_rate_tags_bad')}
            choices={choices.map((tag) => ({ id: tag, label: t(`tag_${tag}`) }))}
            chosen={tags}
            onChange={setTags}
          />
          <Textarea
            label={t('trip_rate_words')}
            value={words}
            maxLength={1000}
            autosize={false}
            rows={2}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Button size="lg" loading={rate.isPending} onClick={send}>
            {t('trip_rate_send')}
          </Button>
        </Stack>
      )}
    </section>
  )
}
