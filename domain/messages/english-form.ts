/**
 * The messages that stand in the booking form itself: they come with a visitor's first page, all others with what shows
 * them. `server_error` stands for whatever has no words.
 */
export const formMessages = {
  past_booking_error: 'Choose a time at least 15 minutes from now.',
  place_to_coords_error: 'We could not find a way between these places. Check the addresses.',
  no_route_found: 'No Route Found',
  no_cars: 'No car types are set up.',
  allow_location: 'Allow location access to centre the map.',
  google_places_error: 'This place could not be looked up.',
  fetch_call_error: 'Fetch Call Error',
  no_user_token: 'Unable to get user token',
  out_of_region: 'This place is outside the area we serve.',
  server_error: 'Something went wrong on our side. Nothing was changed.',
} as const
