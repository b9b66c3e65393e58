// Turns DuckDB's own parse of a claim's SQL into what it reads, and refuses what a claim may not ask: it runs nothing. What
// a refusal is about is said in the words of the query.

import { BinnacleError } from "../../error.ts";
import { KINDS, type Kind } from "../../surface/rows.ts";
import { LIKES, mayCall, mayCastTo, TABLE_FUNCTIONS } from "./functions.ts";

/** What a SELECT reads. */
export interface Reads {
  readonly kinds: readonly Kind[];
  /** Names of columns that it may look at, in lower case; null: all. */
  readonly columns: ReadonlySet<string> | null;
}

/** Characters of a query. */
export const LONGEST_SQL = 4000;
/**
 * Expressions, and tables that are joined or asked inside an expression, with each alias and each WITH written out where
 * it is used: planning a query takes time that doubles with some of these, and cannot be stopped.
 */
const MOST_EXPRESSIONS = 1000;
const MOST_TABLES = 12;
/** How deep expressions and queries stand in each other. */
const DEEPEST = 100;

/** How much a part of a query is. */
interface Weight {
  readonly expressions: number;
  readonly tables: number;
}

type Json = string | number | boolean | null | readonly Json[] | Node;
interface Node {
  readonly [key: string]: Json;
}

/** Kinds of nodes that are looked into as they are. What is not here, and has no branch of its own, is refused. */
const PLAIN = new Set([
  ..."SELECT_NODE SET_OPERATION_NODE ORDER_MODIFIER LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER DISTINCT_MODIFIER".split(" "),
  ..."ORDER_DEFAULT ORDER_ASCENDING ORDER_DESCENDING ASCENDING DESCENDING".split(" "),
  ..."JOIN SUBQUERY EMPTY EXPRESSION_LIST CASE_EXPR VALUE_CONSTANT VALUE_NULL".split(" "),
  ..."CONJUNCTION_AND CONJUNCTION_OR COMPARE_EQUAL COMPARE_NOTEQUAL COMPARE_LESSTHAN COMPARE_GREATERTHAN".split(" "),
  ..."COMPARE_LESSTHANOREQUALTO COMPARE_GREATERTHANOREQUALTO COMPARE_DISTINCT_FROM COMPARE_NOT_DISTINCT_FROM".split(
    " ",
  ),
  ..."COMPARE_IN COMPARE_NOT_IN COMPARE_BETWEEN COMPARE_NOT_BETWEEN".split(" "),
  ..."OPERATOR_NOT OPERATOR_IS_NULL OPERATOR_IS_NOT_NULL OPERATOR_COALESCE OPERATOR_NULLIF".split(" "),
  ..."ARRAY_EXTRACT ARRAY_SLICE ARRAY_CONSTRUCTOR GROUPING_FUNCTION".split(" "),
]);

/** Kinds that people know by another word. */
const WORDS: Readonly<Record<string, string>> = {
  RECURSIVE_CTE_NODE: "a recursive WITH",
  SHOW_REF: "DESCRIBE, SHOW or SUMMARIZE",
  VALUE_PARAMETER: "a parameter",
  PIVOT: "PIVOT or UNPIVOT",
  COLLATE: "COLLATE",
  LAMBDA: "a lambda",
};

/** Names that are no columns of any table, and stand for something all the same. */
const PSEUDO_COLUMNS = new Set(
  (
    "rowid current_catalog current_date current_role current_schema current_time current_timestamp current_user localtime " +
    "localtimestamp session_user user"
  ).split(" "),
);

/**
 * `serialised` is the answer of `json_serialize_sql`. Throws "bad-query" for what is no SELECT, is more than one, names a
 * table that is none of a claim's, or uses what may not be used.
 */
export function checkSql(serialised: string): Reads {
  const answer = JSON.parse(serialised) as Node;
  if (answer.error === true)
    throw refused(
      answer.error_type === "parser"
        ? firstLine(String(answer.error_message))
        : "expected one SELECT, found a statement of another kind",
    );
  const statements = answer.statements as readonly Node[];
  if (statements.length !== 1)
    throw refused(`expected one SELECT, found ${statements.length === 0 ? "none" : `${statements.length} statements`}`);
  const query = new Query();
  const weight = query.weigh(statements[0]!.node!, new Map());
  if (weight.tables > MOST_TABLES)
    throw refused(`it asks ${weight.tables} tables and subqueries, written out; expected at most ${MOST_TABLES}`);
  if (weight.expressions > MOST_EXPRESSIONS)
    throw refused(`it has ${weight.expressions} expressions, written out; expected at most ${MOST_EXPRESSIONS}`);
  return query.reads();
}

/** What has weight by its name: tables of a WITH, columns that were given a name in the same SELECT. */
type Scope = ReadonlyMap<string, Weight>;

class Query {
  readonly #kinds = new Set<Kind>();
  readonly #names = new Set<string>();
  readonly #tables = new Set<string>();
  readonly #alone = new Set<string>();
  #readsAll = false;
  #depth = 0;

  reads(): Reads {
    // A table's name alone is a row of it, with all its columns.
    const readsAll = this.#readsAll || [...this.#alone].some((name) => this.#tables.has(name));
    return { kinds: KINDS.filter((kind) => this.#kinds.has(kind)), columns: readsAll ? null : this.#names };
  }

  /** Looks at a part and at all below it. `named`: what stands for more than it says, by name. */
  weigh(part: Json, named: Scope): Weight {
    if (part === null || typeof part !== "object") return NOTHING;
    if (isList(part)) return sum(part.map((each) => this.weigh(each, named)));
    if (this.#depth === DEEPEST) throw refused(`it is nested more than ${DEEPEST} deep`);
    this.#depth++;
    const weight = this.#node(part, named);
    this.#depth--;
    return weight;
  }

  #node(part: Node, named: Scope): Weight {
    const type = typeof part.type === "string" ? part.type : null;
    if (part.sample !== undefined && part.sample !== null) throw unusable("a sample");
    if (type === null) return this.#fields(part, named);
    if (part.select_list !== undefined) return this.#select(part, named);
    switch (type) {
      case "BASE_TABLE":
        return this.#table(part, named);
      case "TABLE_FUNCTION":
        return this.#tableFunction(part, named);
      case "COLUMN_REF":
        return this.#column(part, named);
      case "STAR":
        return this.#star(part);
      case "OPERATOR_CAST":
        return this.#cast(part, named);
      case "FUNCTION":
        return this.#call(part, named);
      case "VALUE_CONSTANT":
        return ONE;
    }
    if (part.class === "WINDOW") return this.#call(part, named);
    if (!PLAIN.has(type)) throw unusable(WORDS[type] ?? type.toLowerCase().replaceAll("_", " "));
    if (type === "JOIN") this.#join(part);
    if (type === "SUBQUERY" && typeof part.alias === "string") this.#tables.add(part.alias.toLowerCase());
    const own = part.class === undefined ? NOTHING : part.class === "SUBQUERY" ? TABLE : ONE;
    return sum([own, this.#fields(part, this.#withTables(part, named))]);
  }

  #fields(part: Node, named: Scope): Weight {
    return sum(Object.entries(part).map(([key, value]) => (key === "cte_map" ? NOTHING : this.weigh(value, named))));
  }

  /** A SELECT: what a column is called may be used in those behind it, and it is written out there. */
  #select(part: Node, named: Scope): Weight {
    let scope = this.#withTables(part, named);
    const weights: Weight[] = [];
    for (const column of part.select_list as readonly Node[]) {
      const weight = this.weigh(column, scope);
      weights.push(weight);
      if (typeof column.alias === "string" && column.alias !== "")
        scope = new Map([...scope, [`.${column.alias.toLowerCase()}`, weight]]);
    }
    const { select_list: _, ...rest } = part;
    return sum([...weights, this.#fields(rest, scope)]);
  }

  /** The tables that a WITH names: each sees those before it. */
  #withTables(part: Node, named: Scope): Scope {
    const map = (part.cte_map as Node | undefined)?.map as readonly Node[] | undefined;
    if (map === undefined || map.length === 0) return named;
    const scope = new Map(named);
    for (const { key, value } of map) {
      scope.set(String(key).toLowerCase(), this.weigh((value as Node).query!, scope));
      this.#tables.add(String(key).toLowerCase());
    }
    return scope;
  }

  #table(part: Node, named: Scope): Weight {
    if (part.at_clause !== undefined && part.at_clause !== null) throw unusable("AT");
    const name = String(part.table_name).toLowerCase();
    this.#tables.add(name).add(String(part.alias).toLowerCase());
    const isPlain = part.schema_name === "" && part.catalog_name === "";
    const written = isPlain ? named.get(name) : undefined;
    if (written) return sum([TABLE, written]);
    const kind = isPlain ? KINDS.find((each) => each === name) : undefined;
    if (kind === undefined) throw noTable(isPlain ? name : `${part.schema_name}.${name}`);
    this.#kinds.add(kind);
    return TABLE;
  }

  #tableFunction(part: Node, named: Scope): Weight {
    const call = part.function as Node;
    const name = String(call.function_name).toLowerCase();
    if (call.class !== "FUNCTION" || !TABLE_FUNCTIONS.has(name)) throw unusable(`the function "${name}" as a table`);
    this.#tables.add(String(part.alias).toLowerCase());
    return sum([TABLE, this.weigh(call.children!, named)]);
  }

  #column(part: Node, named: Scope): Weight {
    const names = (part.column_names as readonly string[]).map((name) => name.toLowerCase());
    const own = names.find((name) => PSEUDO_COLUMNS.has(name));
    if (own !== undefined) throw unusable(own);
    for (const name of names) this.#names.add(name);
    const [alone, ...more] = names;
    if (alone === undefined || more.length > 0) return ONE;
    this.#alone.add(alone);
    return sum([ONE, named.get(`.${alone}`) ?? NOTHING]);
  }

  #star(part: Node): Weight {
    const isPlain = [part.replace_list, part.rename_list].every((list) => !isList(list ?? null) || isEmpty(list!));
    if (part.columns === true || !isPlain || (part.expr ?? null) !== null) throw unusable("COLUMNS, REPLACE or RENAME");
    this.#readsAll = true;
    return ONE;
  }

  #join(part: Node): void {
    if (part.ref_type === "NATURAL") this.#readsAll = true;
    for (const name of part.using_columns as readonly string[]) this.#names.add(name.toLowerCase());
  }

  #cast(part: Node, named: Scope): Weight {
    refuseType(part.cast_type as Node);
    return sum([ONE, this.weigh(part.child!, named)]);
  }

  #call(part: Node, named: Scope): Weight {
    const name = String(part.function_name).toLowerCase();
    const isOwn = (part.schema === "" || part.schema === "main") && (part.catalog ?? "") === "";
    if (!isOwn || !mayCall(name) || part.export_state === true) throw unusable(`the function "${name}"`);
    if (LIKES.has(name)) refusePattern((part.children as readonly Node[])[1]);
    return sum([ONE, this.#fields({ ...part, type: null }, named)]);
  }
}

const NOTHING: Weight = { expressions: 0, tables: 0 };
const ONE: Weight = { expressions: 1, tables: 0 };
const TABLE: Weight = { expressions: 1, tables: 1 };

function sum(weights: readonly Weight[]): Weight {
  return weights.reduce(
    (all, each) => ({ expressions: all.expressions + each.expressions, tables: all.tables + each.tables }),
    NOTHING,
  );
}

function isList(part: Json): part is readonly Json[] {
  return Array.isArray(part);
}

function isEmpty(part: Json): boolean {
  return isList(part) && part.length === 0;
}

/** A type as it was parsed: `id` is DuckDB's, or UNBOUND with a name; a list has one within it. */
function refuseType(type: Node): void {
  const about = (type.type_info ?? null) as Node | null;
  const name = String(type.id === "UNBOUND" ? about?.name : type.id);
  if (!mayCastTo(name)) throw unusable(`a cast to ${name}`);
  if (type.id === "LIST" && about?.child_type) refuseType(about.child_type as Node);
}

function refusePattern(pattern: Node | undefined): void {
  const value = (pattern?.value as Node | undefined)?.value;
  if (pattern?.type === "VALUE_CONSTANT" && typeof value === "string" && !/[^%]%+[^%]/.test(value)) return;
  throw refused(
    'LIKE is expected to have a text in quotes with "%" at its ends only, for others can take long; regexp_matches does not',
  );
}

function noTable(name: string): BinnacleError {
  return refused(`there is no table "${name}"; expected one of ${KINDS.join(", ")}`);
}

function unusable(what: string): BinnacleError {
  return refused(`it uses ${what}, which the SQL of a claim may not`);
}

function refused(message: string): BinnacleError {
  return new BinnacleError("bad-query", message);
}

/** `syntax error at or near "FORM"`, without the drawing of the line that may follow. */
function firstLine(message: string): string {
  return message.split("\n", 1)[0]!.slice(0, 200);
}
