/** Texts of the static pages in English; they come with the pages. */
export const pageTexts = {
  about_lead:
    '{{company}} brings people across town: by car, at a price known before the ride, with the car on the map.',
  about_riders_title: 'For riders',
  about_riders_text:
    'You choose where from and where to, see the price of every car type and book. You watch the car come, tell the driver your trip code and pay as you agreed. Every trip ends with a receipt that says what was driven and what it cost.',
  about_drivers_title: 'For drivers',
  about_drivers_text:
    'You decide when you are online. Every request says what you earn, how far the pickup is and how long the trip will be before you accept it. Your share of each fare is credited to your wallet.',
  about_fleets_title: 'For fleets',
  about_fleets_text: 'You see your own drivers, their trips and their earnings, and nothing of anybody else’s.',
  about_contact_title: 'Talk to us',
  about_contact_text: 'Write to {{email}}. A person answers.',
  privacy_lead: 'This page says what we keep about you, why, and for how long.',
  privacy_keep_title: 'What we keep',
  privacy_keep_text:
    'Your name, email address and phone number; your bookings with pickup, drop, times, fares and payments; the places you were dropped, so that you can choose them again; for drivers also the vehicle and the documents they hand in.',
  privacy_position_title: 'Positions',
  privacy_position_text:
    'A driver’s position is recorded while the driver is online, to offer requests nearby. The track of a trip is kept to compute and to explain its fare. A rider’s position is read only when the rider asks for “use my location”, and only to find the address.',
  privacy_share_title: 'Who sees it',
  privacy_share_text:
    'Your driver sees your name and the pickup, and your phone number only while the trip lasts. The office that runs the service sees bookings and payments. Nobody buys or sells your data, and no page loads anything from other companies.',
  privacy_time_title: 'How long',
  privacy_time_text:
    'Bookings and payments are kept as long as the law asks for the books of a business. Sessions end when you sign out, and sign-in codes end after minutes.',
  privacy_cookie_title: 'Cookies',
  privacy_cookie_text:
    'One cookie keeps you signed in; two more, which say nothing about you, remember your language and the light or dark look.',
  privacy_contact_title: 'Questions',
  privacy_contact_text: 'Ask us at {{email}} what we keep about you; we will send it to you and mend what is wrong.',
  privacy_delete_title: 'Delete your account',
  privacy_delete_text:
    'Write to {{email}} from the address of your account and ask us to delete it. Your name, contacts, saved places and documents are then removed. Bookings and payments that the law makes us keep stay without your name.',
} as const
