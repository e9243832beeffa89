import { Button, Skeleton, Text } from '@mantine/core'
import type { SavedAddressView } from '@remis/domain/places/places-api'
import { savedAddressesCalls } from '@remis/domain/places/places-routes'
import type { NamedPlace } from '@remis/domain/places/saved-addresses'
import { IconBriefcase, IconHome, IconMapPin } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { AddressDialog, type Opened } from './AddressDialog.tsx'
import { RemoveAddress } from './RemoveAddress.tsx'
import cards from '../ui/parts/CardPage.module.css'
import classes from './profile.module.css'
import { ReadFailure } from '../ui/ReadFailure.tsx'

/** The same rows as the place picker's. */
export const addressesQuery = queryOptions({
  queryKey: ['saved-addresses'],
  queryFn: async () => (await call(savedAddressesCalls.list, {})).rows,
})

const icons = { home: IconHome, work: IconBriefcase }

/** The rider's saved addresses: home and work first, then the most used [design/accounts-126]. */
export const AddressesPart = () => {
  const { t } = useTranslation()
  const { data: rows, isError, refetch } = useQuery(addressesQuery)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [removing, setRemoving] = useState<SavedAddressView | null>(null)
  const missing = (place: NamedPlace) => rows !== undefined && !rows.some((row) => row.place === place)
  const nameOf = (row: SavedAddressView) => row.name ?? (row.place === null ? row.description : t(`saved_${row.place}`))
  return (
    <section className={cards.part} aria-labelledby="profile-addresses">
      <div>
        <h2 id="profile-addresses">{t('profile_addresses')}</h2>
        <Text c="dimmed">{t('profile_addresses_lead')}</Text>
      </div>
      {rows === undefined ? (
        isError ? (
          <ReadFailure text={t('profile_failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={120} aria-busy="true" />
        )
      ) : rows.length === 0 ? (
        <Text c="dimmed">{t('profile_addresses_none')}</Text>
      ) : (
        <ul className={cards.rows}>
          {rows.map((row) => {
            const Icon = row.place === null ? IconMapPin : icons[row.place]
            return (
              <li key={row.id}>
                <span className={classes.place}>
                  <Icon size={20} stroke={1.75} aria-hidden />
                  <span>
                    <bdi>{nameOf(row)}</bdi>
                    {nameOf(row) !== row.description && (
                      <small>
                        <bdi>{row.description}</bdi>
                      </small>
                    )}
                  </span>
                </span>
                <span className={classes.actions}>
                  <Button
                    size="sm"
                    variant="default"
                    aria-label={t('profile_address_edit', { name: nameOf(row) })}
                    onClick={() => setOpened({ row })}
                  >
                    {t('profile_change')}
                  </Button>
                  <Button
                    size="sm"
                    variant="subtle"
                    color="red"
                    aria-label={t('profile_address_remove_named', { name: nameOf(row) })}
                    onClick={() => setRemoving(row)}
                  >
                    {t('profile_address_remove')}
                  </Button>
                </span>
              </li>
            )
          })}
        </ul>
      )}
      <div className={classes.actions}>
        {(['home', 'work'] as const).filter(missing).map((place) => {
          const Icon = icons[place]
          return (
            <Button
              key={place}
              size="md"
              variant="default"
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              onClick={() => setOpened({ place })}
            >
              {t(`profile_set_${place}`)}
            </Button>
          )
        })}
        <Button size="md" variant="default" onClick={() => setOpened({ place: null })}>
          {t('profile_address_add')}
        </Button>
      </div>
      {opened !== null && <AddressDialog opened={opened} onClose={() => setOpened(null)} />}
      {removing !== null && (
        <RemoveAddress address={removing} name={nameOf(removing)} onClose={() => setRemoving(null)} />
      )}
    </section>
  )
}
