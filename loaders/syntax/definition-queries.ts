// Says for each grammar which nodes define something, as tree-sitter queries. It names nothing and nests nothing:
// definitions.ts reads the matches. To add a language: its grammar's name in grammar.ts, and a query here.
//
// A match has one of @class, @function, @variable, @module: the definition's node, and @name: what it is called; @owner
// is what it belongs to where that is no node around it. @member is a function where it stands in a class or a variable,
// and nothing elsewhere. @declared is named by its declarators, as C has it. @outer is where the definition @inner begins
// and ends. @mark is an attribute that belongs to what follows.

import type { GrammarName } from "./grammar.ts";

const PYTHON = `
(decorated_definition definition: (_) @inner) @outer
(class_definition name: (_) @name) @class
(function_definition name: (_) @name) @function
(expression_statement (assignment left: (identifier) @name) @variable)
(expression_statement (assignment left: (pattern_list (identifier) @name)) @variable)
(assignment right: (assignment) @inner) @outer
(assignment right: (assignment left: (identifier) @name) @variable)
(type_alias_statement left: (type [(identifier) @name (generic_type (identifier) @name)])) @variable
`;

const SCRIPT = `
(export_statement declaration: (_) @inner) @outer
(lexical_declaration . (variable_declarator) @inner .) @outer
(variable_declaration . (variable_declarator) @inner .) @outer
(expression_statement . (assignment_expression) @inner .) @outer
[(function_declaration name: (_) @name) (generator_function_declaration name: (_) @name)] @function
(class_declaration name: (_) @name) @class
(export_statement value: [(arrow_function) (function_expression) (generator_function)] (#set! name "default")) @function
(export_statement value: (class) (#set! name "default")) @class
(export_statement value: (object) (#set! name "default")) @variable
(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) @name value: (class)) @class
(program [
  (lexical_declaration (variable_declarator name: (identifier) @name) @variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @variable)
  (export_statement declaration: (_ (variable_declarator name: (identifier) @name) @variable))])
(program [
  (lexical_declaration (variable_declarator
    name: (object_pattern (shorthand_property_identifier_pattern) @name)) @variable)
  (export_statement declaration: (_ (variable_declarator
    name: (object_pattern (shorthand_property_identifier_pattern) @name)) @variable))])
(program (expression_statement (assignment_expression left: (member_expression) @name
  right: [(arrow_function) (function_expression) (generator_function)]) @function))
(program (expression_statement (assignment_expression left: (member_expression) @name right: (class)) @class))
(program (expression_statement (assignment_expression left: (member_expression) @name right: (object)) @variable))
(class_body (method_definition name: (_) @name) @function)
(object (method_definition name: (_) @name) @member)
(object (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)]) @member)
`;

const JAVASCRIPT = `${SCRIPT}
(field_definition property: (_) @name) @variable
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @function
`;

const TYPESCRIPT = `${SCRIPT}
(ambient_declaration (_) @inner) @outer
(class_body (decorator) @mark)
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @class
(enum_declaration name: (_) @name) @class
(enum_body [name: (_) @name (enum_assignment name: (_) @name)] @variable)
(type_alias_declaration name: (_) @name) @variable
(internal_module name: (_) @name) @module
(module name: (_) @name) @module
(function_signature name: (_) @name) @function
(public_field_definition name: (_) @name) @variable
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @function
(abstract_method_signature name: (_) @name) @function
(class_body (method_signature name: (_) @name) @function)
(interface_body [(method_signature name: (_) @name) @function (property_signature name: (_) @name) @variable])
(type_alias_declaration value: (object_type
  [(method_signature name: (_) @name) @function (property_signature name: (_) @name) @variable]))
(ambient_declaration (_ (variable_declarator name: (identifier) @name) @variable))
(internal_module body: (_ (_ (variable_declarator name: (identifier) @name) @variable)))
(internal_module body: (_ (export_statement declaration: (_ (variable_declarator name: (identifier) @name) @variable))))
(module body: (_ (_ (variable_declarator name: (identifier) @name) @variable)))
(module body: (_ (export_statement declaration: (_ (variable_declarator name: (identifier) @name) @variable))))
`;

const GO = `
(type_declaration . (_) @inner .) @outer
(const_declaration . (_) @inner .) @outer
(var_declaration . (_) @inner .) @outer
(function_declaration name: (_) @name) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @owner)) name: (_) @name) @function
(type_spec name: (_) @name type: [(struct_type) (interface_type)]) @class
(type_spec name: (_) @name) @variable
(type_alias name: (_) @name) @variable
(const_spec name: (identifier) @name) @variable
(var_spec name: (identifier) @name) @variable
(field_declaration name: (_) @name) @variable
(method_elem name: (_) @name) @function
`;

const RUST = `
(attribute_item) @mark
(function_item name: (_) @name) @function
(function_signature_item name: (_) @name) @function
(macro_definition name: (_) @name) @function
(struct_item name: (_) @name) @class
(enum_item name: (_) @name) @class
(union_item name: (_) @name) @class
(trait_item name: (_) @name) @class
(impl_item type: (_) @name) @class
(mod_item name: (_) @name) @module
(const_item name: (_) @name) @variable
(static_item name: (_) @name) @variable
(type_item name: (_) @name) @variable
(associated_type name: (_) @name) @variable
(field_declaration name: (_) @name) @variable
(enum_variant name: (_) @name) @variable
`;

const JAVA = `
(module_declaration name: (_) @name) @module
[(class_declaration name: (_) @name) (interface_declaration name: (_) @name) (enum_declaration name: (_) @name)
  (record_declaration name: (_) @name) (annotation_type_declaration name: (_) @name)] @class
[(method_declaration name: (_) @name) (constructor_declaration name: (_) @name)
  (compact_constructor_declaration name: (_) @name) (annotation_type_element_declaration name: (_) @name)] @function
(field_declaration declarator: (variable_declarator name: (_) @name)) @variable
(constant_declaration declarator: (variable_declarator name: (_) @name)) @variable
(enum_constant name: (_) @name) @variable
`;

const CPP = `
(template_declaration (_) @inner) @outer
(type_definition type: (_ body: (_)) @inner) @outer
(namespace_definition name: (_) @name) @module
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: (_) @name body: (_)) @class
(union_specifier name: (_) @name body: (_)) @class
(enum_specifier name: (_) @name body: (_)) @class
(type_definition type: (_ body: (_)) declarator: (type_identifier) @name) @class
(type_definition declarator: (_) @declared) @variable
(alias_declaration name: (_) @name) @variable
(concept_definition name: (_) @name) @variable
(function_definition declarator: (_) @declared) @function
(declaration declarator: (_) @declared) @variable
(field_declaration declarator: (_) @declared) @variable
(enumerator name: (_) @name) @variable
(preproc_def name: (_) @name) @variable
(preproc_function_def name: (_) @name) @function
`;

const C_SHARP = `
(namespace_declaration name: (_) @name) @module
(file_scoped_namespace_declaration name: (_) @name) @module
[(class_declaration name: (_) @name) (struct_declaration name: (_) @name) (interface_declaration name: (_) @name)
  (enum_declaration name: (_) @name) (record_declaration name: (_) @name)] @class
[(method_declaration name: (_) @name) (constructor_declaration name: (_) @name) (destructor_declaration name: (_) @name)
  (local_function_statement name: (_) @name)] @function
[(property_declaration name: (_) @name) (event_declaration name: (_) @name) (delegate_declaration name: (_) @name)
  (enum_member_declaration name: (_) @name)] @variable
(field_declaration (variable_declaration (variable_declarator name: (_) @name))) @variable
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @variable
`;

const RUBY = `
(module name: (_) @name) @module
(class name: (_) @name) @class
(method name: (_) @name) @function
(singleton_method name: (_) @name) @function
(assignment left: [(constant) (scope_resolution)] @name) @variable
`;

const PHP = `
(namespace_definition name: (_) @name) @module
[(class_declaration name: (_) @name) (interface_declaration name: (_) @name) (trait_declaration name: (_) @name)
  (enum_declaration name: (_) @name)] @class
[(function_definition name: (_) @name) (method_declaration name: (_) @name)] @function
(property_declaration (property_element name: (_) @name)) @variable
(const_declaration (const_element . (name) @name)) @variable
(enum_case name: (_) @name) @variable
(program (expression_statement (assignment_expression left: (variable_name) @name)) @variable)
(program (expression_statement (assignment_expression left: (variable_name) @name
  right: [(anonymous_function) (arrow_function)])) @function)
`;

const BASH = `
(function_definition name: (_) @name) @function
(program (variable_assignment name: (variable_name) @name) @variable)
(program (declaration_command (variable_assignment name: (variable_name) @name) @variable))
`;

export const QUERIES: Readonly<Record<GrammarName, string>> = {
  python: PYTHON,
  typescript: TYPESCRIPT,
  tsx: TYPESCRIPT,
  javascript: JAVASCRIPT,
  go: GO,
  rust: RUST,
  java: JAVA,
  cpp: CPP,
  "c-sharp": C_SHARP,
  ruby: RUBY,
  php: PHP,
  bash: BASH,
};
