import { Button, Title } from '@mantine/core'
import { settingsCalls } from '@remis/domain/backoffice/backoffice-routes'
import { keepsNumbers } from '@remis/domain/backoffice/map-proposal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { keyOf, showMessage } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { ChangeList, isSetting } from './ChangeList.tsx'
import { mapProposalQuery, readSettingsAgain } from './settings-queries.ts'
import classes from './settings.module.css'

/** The settings that do not fit the map, with a button that sets them [design/maps-102]. Nothing while all fit. */
export const MapProposal = ({ canSave }: { readonly canSave: boolean }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(mapProposalQuery)
  const [busy, setBusy] = useState(false)
  if (data === undefined) return null
  const { map, changes, language, addedLanguages, lockedCurrency, proposal } = data
  if (changes.length === 0 && language === null && addedLanguages.length === 0) return null
  const accept = async () => {
    setBusy(true)
    try {
      queryClient.setQueryData(mapProposalQuery.queryKey, await call(settingsCalls.acceptMap, { body: { proposal } }))
      showMessage('updated', 'success')
    } catch (error) {
      showMessage(keyOf(error))
    }
    await readSettingsAgain()
    setBusy(false)
  }
  const more = [
    ...(language === null ? [] : [{ label: t('map_default_language'), ...language }]),
    ...(addedLanguages.length === 0
      ? []
      : [
          {
            label: t('map_added_languages'),
            from: null,
            to: new Intl.ListFormat(format.locale, { type: 'unit' }).format(addedLanguages),
          },
        ]),
  ]
  return (
    <section className={classes.proposal} aria-labelledby="map-proposal">
      <div>
        <Title order={2} size="h4" id="map-proposal">
          {t('map_settings_title', { map })}
        </Title>
        <p className={classes.lead}>{t('map_settings_lead')}</p>
      </div>
      <ChangeList changes={changes.filter(isSetting)} more={more} wide />
      {lockedCurrency !== null && (
        <p className={classes.lead}>{t('map_settings_locked', { from: lockedCurrency.from })}</p>
      )}
      {keepsNumbers(changes.map(({ name }) => name)) && <p className={classes.lead}>{t('map_settings_prices')}</p>}
      {canSave && (
        <Button
          className={classes.accept ?? ''}
          size="md"
          variant="default"
          loading={busy}
          onClick={() => void accept()}
        >
          {t('map_settings_accept')}
        </Button>
      )}
    </section>
  )
}
