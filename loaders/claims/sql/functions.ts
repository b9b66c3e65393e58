// Which functions and types the SQL of a claim may use: a list of what is allowed, since a list of what is not is never
// whole. Left out is what reads the machine, what differs from run to run, and what one call can make huge or endless:
// no limit of DuckDB's stops a call that has begun.

/** Functions by what they do; operators among them by their signs. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  counts:
    "count count_star count_if countif sum min max avg mean median mode bool_and bool_or any_value arg_min arg_max " +
    "min_by max_by string_agg group_concat listagg list array_agg",
  windows:
    "row_number rank dense_rank rank_dense percent_rank cume_dist ntile lag lead first_value last_value nth_value first last",
  numbers: "+ - * / // % abs round ceil ceiling floor trunc sign mod greatest least",
  // No `replace`, `repeat`, `lpad`: a few of them inside each other fill any memory.
  texts:
    "|| concat concat_ws lower upper lcase ucase length len strlen char_length character_length substr substring left right " +
    "trim ltrim rtrim reverse contains starts_with ends_with prefix suffix position instr strpos split_part string_split " +
    "str_split split string_to_array parse_filename parse_dirname parse_dirpath parse_path",
  // RE2: time linear in the text. `regexp_replace` and `_extract_all` are not, for they match again and again.
  patterns: "~~ !~~ ~~* !~~* regexp_matches regexp_full_match regexp_extract",
  lists:
    "list_value list_pack list_contains list_has array_contains array_has list_has_any array_has_any list_has_all " +
    "array_has_all list_distinct array_distinct list_unique array_unique list_sort array_sort list_extract array_extract " +
    "list_element list_position list_indexof array_position array_length list_slice array_slice array_to_string unnest",
  json:
    "-> ->> json_array_length json_contains json_exists json_extract json_extract_string json_extract_path " +
    "json_extract_path_text json_keys json_type json_valid json_value from_json",
  choices: "nullif ifnull coalesce",
};

const ALLOWED: ReadonlySet<string> = new Set(Object.values(FUNCTIONS).flatMap((names) => names.split(" ")));

export function mayCall(name: string): boolean {
  return ALLOWED.has(name);
}

/** Functions that stand where a table does. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(["unnest", "json_each"]);

/** LIKE and its kin try every way to fit a `%` inside a pattern; of one at either end there is only one. */
export const LIKES: ReadonlySet<string> = new Set(["~~", "!~~", "~~*", "!~~*"]);

const TYPES: ReadonlySet<string> = new Set([
  ..."boolean tinyint smallint integer bigint hugeint utinyint usmallint uinteger ubigint float double decimal".split(
    " ",
  ),
  ..."varchar json list".split(" "),
]);

/** Whether a value may be cast to it. An array of fixed length is as large as it says, whatever stands in it. */
export function mayCastTo(type: string): boolean {
  return TYPES.has(type.toLowerCase());
}
