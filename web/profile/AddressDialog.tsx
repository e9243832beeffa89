import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { SavedAddressView } from '@remis/domain/places/places-api'
import { savedAddressesCalls } from '@remis/domain/places/places-routes'
import { namedPlaces, type NamedPlace } from '@remis/domain/places/saved-addresses'
import type { MessageKey } from '@remis/domain/messages/english'
import { useRef, useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { PlacePicker } from '../places/PlacePicker.tsx'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { keyOf, showMessage } from '../platform/show-message.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { focusFirstWrong } from '../ui/dialogs/focus-first-wrong.ts'
import classes from './profile.module.css'

/** A saved address, or a new one that begins as home, work or neither. */
export type Opened = { readonly row: SavedAddressView } | { readonly place: NamedPlace | null }

/** Name and use of a saved address; a new one is chosen on the map's search first. */
export const AddressDialog = ({ opened, onClose }: { opened: Opened; onClose: () => void }) => {
  const { t } = useTranslation()
  const row = 'row' in opened ? opened.row : null
  const [name, setName] = useState(row?.name ?? '')
  const [use, setUse] = useState<NamedPlace | null>('row' in opened ? opened.row.place : opened.place)
  const [where, setWhere] = useState<ComponentProps<typeof PlacePicker>['value']>(null)
  const [fault, setFault] = useState<MessageKey | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const refuse = (key: MessageKey) => {
    setFault(key)
    focusFirstWrong(form.current)
  }
  const save = async () => {
    const naming = { name: name.trim() === '' ? null : name.trim(), place: use }
    if (row === null && where === null) return refuse('select_proper')
    setFault(null)
    setBusy(true)
    try {
      if (row !== null) await call(savedAddressesCalls.change, { body: { id: row.id, ...naming } })
      else if (where !== null) {
        const { add: description, lat, lng } = where
        await call(savedAddressesCalls.add, { body: { description, lat, lng, ...naming } })
      }
      await queryClient.invalidateQueries({ queryKey: ['saved-addresses'] })
      showMessage('updated', 'success')
      onClose()
    } catch (error) {
      setBusy(false)
      refuse(keyOf(error))
    }
  }
  return (
    <Dialog title={t('profile_address_title')} closeLabel={t('close')} open busy={busy} onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack gap="md">
          {row === null ? (
            <div className={classes.picker}>
              <PlacePicker
                label={t('profile_address_label')}
                placeholder={t('profile_address_prompt')}
                mark="drop"
                value={where}
                onChange={(place) => {
                  setWhere(place)
                  setFault(null)
                }}
                error={fault === null ? null : t(fault)}
                near={null}
                withOwnPlace
              />
            </div>
          ) : (
            <Text>
              <bdi>{row.description}</bdi>
            </Text>
          )}
          <TextInput
            size="md"
            label={t('profile_address_name')}
            description={t('profile_address_name_hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            dir="auto"
            maxLength={60}
            value={name}
            error={row !== null && fault !== null && t(fault)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            size="md"
            label={t('profile_address_use')}
            value={use ?? ''}
            data={[
              { value: '', label: t('profile_address_use_none') },
              ...namedPlaces.map((place) => ({ value: place, label: t(`saved_${place}`) })),
            ]}
            onChange={(event) => setUse(namedPlaces.find((place) => place === event.currentTarget.value) ?? null)}
          />
          <Button type="submit" size="lg" loading={busy}>
            {t('table_save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
